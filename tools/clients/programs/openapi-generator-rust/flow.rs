use noi::apis::configuration::{ApiKey, Configuration};
use noi::apis::sandbox_api::{create_sandbox_evaluation, CreateSandboxEvaluationError};
use noi::apis::{runs_api, Error};
use noi::models::EvaluationCreate;
use std::env::var;

/// Code of a refusal. Its type is named by a status that says nothing: the generator takes the first that fits.
async fn code(configuration: &Configuration, key: &str, idea: &str) -> String {
    match create_sandbox_evaluation(configuration, key, EvaluationCreate::new(idea.into())).await {
        Err(Error::ResponseError(refused)) => match refused.entity {
            Some(CreateSandboxEvaluationError::Status400(problem)) => problem.code,
            other => panic!("{} is no problem: {other:?}", refused.status),
        },
        other => panic!("was not refused: {other:?}"),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (url, api_key) = (var("NOI_API_URL")?, var("NOI_API_KEY")?);
    let configuration = Configuration {
        base_path: url.clone(),
        api_key: Some(ApiKey { prefix: None, key: api_key.clone() }),
        ..Configuration::new()
    };
    let key = "openapi-generator-rust";
    let idea = EvaluationCreate::new("A weekly letter on heat pump policy for installers".into());
    let created = create_sandbox_evaluation(&configuration, key, idea).await?;
    let (id, mut status) = (created.run_id, created.status);
    while status == "queued" || status == "running" {
        status = runs_api::get_run(&configuration, &id, Some("wait=20"), None, None).await?.status;
    }
    let findings = runs_api::get_run_findings(&configuration, &id, None, None).await?;
    // The generator reads JSON only, so that a PDF is asked for by the client's own HTTP client.
    let address = format!("{url}/v1/runs/{id}/dossier?format=pdf");
    let pdf = configuration.client.get(address).header("X-Api-Key", api_key).send().await?.bytes().await?;
    println!(
        "{}",
        serde_json::json!({
            "status": status,
            "score": findings.verdict.score,
            "pdf": String::from_utf8_lossy(&pdf[..4]),
            "conflict": code(&configuration, key, "A weekly letter on another subject").await,
            "unpaid": code(&configuration, "unpaid", "A weekly letter on sandbox:no-credit").await,
        })
    );
    Ok(())
}
