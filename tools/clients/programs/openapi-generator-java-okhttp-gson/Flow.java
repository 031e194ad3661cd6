import noi.ApiClient;
import noi.ApiException;
import noi.JSON;
import noi.api.RunsApi;
import noi.api.SandboxApi;
import noi.model.EvaluationCreate;
import noi.model.ProblemDetails;

public class Flow {
  static ApiClient client(String key) {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("NOI_API_URL"));
    client.setApiKey(key);
    client.setReadTimeout(60_000);
    return client;
  }

  static String code(SandboxApi sandbox, String key, String idea) throws Exception {
    try {
      sandbox.createSandboxEvaluation(key, new EvaluationCreate().idea(idea));
    } catch (ApiException failure) {
      return JSON.getGson().fromJson(failure.getResponseBody(), ProblemDetails.class).getCode();
    }
    throw new IllegalStateException("was not refused");
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = client(System.getenv("NOI_API_KEY"));
    SandboxApi sandbox = new SandboxApi(client);
    RunsApi runs = new RunsApi(client);
    String key = "openapi-generator-java-okhttp-gson";
    EvaluationCreate idea = new EvaluationCreate().idea("A weekly letter on heat pump policy for installers");
    var created = sandbox.createSandboxEvaluation(key, idea);
    String id = created.getRunId();
    String status = created.getStatus();
    while (status.equals("queued") || status.equals("running")) {
      status = runs.getRun(id, "wait=20", null, null).getStatus();
    }
    var score = runs.getRunFindings(id, null, null).getVerdict().getScore();
    byte[] pdf = runs.getRunDossierCall(id, "pdf", null, null).execute().body().bytes();
    String conflict = code(sandbox, key, "A weekly letter on another subject");
    String unpaid = code(sandbox, "unpaid", "A weekly letter on sandbox:no-credit");
    System.out.printf(
        "{\"status\":\"%s\",\"score\":%s,\"pdf\":\"%s\",\"conflict\":\"%s\",\"unpaid\":\"%s\"}%n",
        status, score, new String(pdf, 0, 4), conflict, unpaid);
    // The client's threads would keep the process for a minute.
    System.exit(0);
  }
}
