import noi.ApiClient;
import noi.ApiException;
import noi.JSON;
import noi.api.EvaluationsApi;
import noi.api.RunsApi;
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

  static String code(EvaluationsApi api, String key, EvaluationCreate body) throws Exception {
    try {
      api.createEvaluation(key, body);
    } catch (ApiException failure) {
      return JSON.getGson().fromJson(failure.getResponseBody(), ProblemDetails.class).getCode();
    }
    throw new IllegalStateException("was not refused");
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = client(System.getenv("NOI_API_KEY"));
    EvaluationsApi evaluations = new EvaluationsApi(client);
    RunsApi runs = new RunsApi(client);
    String key = "openapi-generator-java-okhttp-gson";
    EvaluationCreate idea = new EvaluationCreate().idea("A weekly letter on heat pump policy for installers");
    var created = evaluations.createEvaluation(key, idea);
    String id = created.getRunId();
    String status = created.getStatus();
    while (status.equals("queued") || status.equals("running")) {
      status = runs.getRun(id, "wait=20", null).getStatus();
    }
    var score = runs.getRunFindings(id, null).getVerdict().getScore();
    byte[] pdf = runs.getRunDossierCall(id, "pdf", null, null).execute().body().bytes();
    EvaluationCreate other = new EvaluationCreate().idea("A weekly letter on another subject");
    EvaluationsApi poor = new EvaluationsApi(client(System.getenv("NOI_POOR_KEY")));
    System.out.printf(
        "{\"status\":\"%s\",\"score\":%s,\"pdf\":\"%s\",\"conflict\":\"%s\",\"unpaid\":\"%s\"}%n",
        status, score, new String(pdf, 0, 4), code(evaluations, key, other), code(poor, key, other));
    // The client's threads would keep the process for a minute.
    System.exit(0);
  }
}
