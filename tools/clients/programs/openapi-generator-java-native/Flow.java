import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import noi.ApiClient;
import noi.ApiException;
import noi.MetadataFilter;
import noi.api.RunsApi;
import noi.api.SandboxApi;
import noi.model.EvaluationCreate;

public class Flow {
  static final String URL = System.getenv("NOI_API_URL");

  static ApiClient client(String key) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(URL);
    client.setRequestInterceptor(request -> request.header("X-Api-Key", key));
    return client;
  }

  static String code(SandboxApi sandbox, String key, String idea) throws Exception {
    try {
      sandbox.createSandboxEvaluation(key, new EvaluationCreate().idea(idea));
    } catch (ApiException failure) {
      ApiClient reader = new ApiClient();
      return reader.getObjectMapper().readValue(failure.getResponseBody(), noi.model.ProblemDetails.class).getCode();
    }
    throw new IllegalStateException("was not refused");
  }

  static MetadataFilter ofCustomer(String name) {
    MetadataFilter filter = new MetadataFilter();
    filter.put("customer", name);
    return filter;
  }

  public static void main(String[] args) throws Exception {
    String own = System.getenv("NOI_API_KEY");
    ApiClient client = client(own);
    SandboxApi sandbox = new SandboxApi(client);
    RunsApi runs = new RunsApi(client);
    String key = "openapi-generator-java-native";
    EvaluationCreate idea = new EvaluationCreate().idea("A weekly letter on heat pump policy for installers")
        .putMetadataItem("customer", "Oil & Gas");
    var created = sandbox.createSandboxEvaluation(key, idea);
    String id = created.getRunId();
    String status = created.getStatus();
    while (status.equals("queued") || status.equals("running")) {
      status = runs.getRun(id, "wait=20", null, null).getStatus();
    }
    int found = runs.listRuns(null, null, null, null, null, null, ofCustomer("Oil & Gas")).getData().size();
    int others = runs.listRuns(null, null, null, null, null, null, ofCustomer("Oil")).getData().size();
    if (found != 1 || others != 0) throw new IllegalStateException("found " + found + " and " + others);
    var score = runs.getRunFindings(id, null, null).getVerdict().getScore();
    // The generator reads every success as JSON, so that a PDF is asked for by the client's own HTTP client.
    HttpRequest request = HttpRequest.newBuilder(URI.create(URL + "/v1/runs/" + id + "/dossier?format=pdf"))
        .header("X-Api-Key", own).build();
    byte[] pdf = client.getHttpClient().send(request, BodyHandlers.ofByteArray()).body();
    String conflict = code(sandbox, key, "A weekly letter on another subject");
    String unpaid = code(sandbox, "unpaid", "A weekly letter on sandbox:no-credit");
    System.out.printf(
        "{\"status\":\"%s\",\"score\":%s,\"pdf\":\"%s\",\"conflict\":\"%s\",\"unpaid\":\"%s\"}%n",
        status, score, new String(pdf, 0, 4), conflict, unpaid);
  }
}
