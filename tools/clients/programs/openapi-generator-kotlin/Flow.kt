import java.time.Duration
import noi.apis.RunsApi
import noi.apis.SandboxApi
import noi.infrastructure.ApiClient
import noi.infrastructure.ClientError
import noi.infrastructure.ClientException
import noi.infrastructure.Serializer
import noi.models.EvaluationCreate
import noi.models.ProblemDetails
import okhttp3.OkHttpClient
import okhttp3.Request

val URL: String = System.getenv("NOI_API_URL")

fun client(key: String): OkHttpClient =
    ApiClient.builder.build().newBuilder()
        .readTimeout(Duration.ofSeconds(60))
        .addInterceptor { it.proceed(it.request().newBuilder().header("X-Api-Key", key).build()) }
        .build()

fun code(sandbox: SandboxApi, key: String, idea: String): String {
    try {
        sandbox.createSandboxEvaluation(key, EvaluationCreate(idea))
    } catch (failure: ClientException) {
        val problem = (failure.response as ClientError<*>).body as String
        return Serializer.moshi.adapter(ProblemDetails::class.java).fromJson(problem)!!.code
    }
    error("was not refused")
}

fun main() {
    val http = client(System.getenv("NOI_API_KEY"))
    val sandbox = SandboxApi(URL, http)
    val runs = RunsApi(URL, http)
    val key = "openapi-generator-kotlin"
    val created = sandbox.createSandboxEvaluation(key, EvaluationCreate("A weekly letter on heat pump policy for installers"))
    val id = created.runId
    var status = created.status
    while (status == "queued" || status == "running") {
        status = runs.getRun(id, prefer = "wait=20").status
    }
    fun bytes(path: String) =
        http.newCall(Request.Builder().url("$URL/v1/runs/$id/$path").build()).execute().use { it.body.bytes() }
    // The generator makes one class of what can be several (`searchLog`), and reads JSON and text only: findings and a PDF
    // are asked for by the client's own HTTP client.
    val findings = Serializer.moshi.adapter(Map::class.java).fromJson(String(bytes("findings")))!!
    val score = ((findings["verdict"] as Map<*, *>)["score"] as Double).toInt()
    val pdf = String(bytes("dossier?format=pdf"), 0, 4)
    val conflict = code(sandbox, key, "A weekly letter on another subject")
    val unpaid = code(sandbox, "unpaid", "A weekly letter on sandbox:no-credit")
    println("""{"status":"$status","score":$score,"pdf":"$pdf","conflict":"$conflict","unpaid":"$unpaid"}""")
    // The client's threads would keep the process for a minute.
    System.exit(0)
}
