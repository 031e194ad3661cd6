import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import noi.ApiClient;
import noi.ApiException;
import noi.MetadataFilter;
import noi.api.RunsApi;
import noi.api.SandboxApi;
import noi.model.EvaluationCreate;
import noi.model.ProblemDetails;

public class Flow {
  static String code(ApiException failure) throws Exception {
    return new ApiClient().getObjectMapper().readValue(failure.getResponseBody(), ProblemDetails.class).getCode();
  }

  static int runsOf(RunsApi runs, String customer) throws Exception {
    MetadataFilter filter = new MetadataFilter();
    filter.put("customer", customer);
    return runs.listRuns(null, null, null, null, null, null, filter).getData().size();
  }

  public static void main(String[] args) throws Exception {
    String url = System.getenv("NOI_API_URL");
    String own = System.getenv("NOI_API_KEY");
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header("X-Api-Key", own));
    SandboxApi sandbox = new SandboxApi(client);
    RunsApi runs = new RunsApi(client);
    String key = "openapi-generator-java-native";
    EvaluationCreate idea = new EvaluationCreate().idea("A weekly letter on heat pump policy for installers");
    var created = sandbox.createSandboxEvaluation(key, idea.putMetadataItem("customer", "Oil & Gas"));
    String id = created.getRunId();
    String status = created.getStatus();
    while (status.equals("queued") || status.equals("running")) {
      status = runs.getRun(id, "wait=20", null, null).getStatus();
    }
    if (runsOf(runs, "Oil & Gas") != 1 || runsOf(runs, "Oil") != 0) throw new IllegalStateException("filter");
    var score = runs.getRunFindings(id, null, null).getVerdict().getScore();
    // The generator reads every success as JSON, so the PDF is fetched with the client's own HTTP client.
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/runs/" + id + "/dossier?format=pdf"))
        .header("X-Api-Key", own).build();
    byte[] pdf = client.getHttpClient().send(request, BodyHandlers.ofByteArray()).body();
    String conflict = "none";
    try {
      sandbox.createSandboxEvaluation(key, new EvaluationCreate().idea("A weekly letter on another subject"));
    } catch (ApiException failure) {
      conflict = code(failure);
    }
    System.out.printf("{\"status\":\"%s\",\"score\":%s,\"pdf\":\"%s\",\"conflict\":\"%s\"}%n",
        status, score, new String(pdf, 0, 4), conflict);
  }
}
