package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"flow/noi"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	api := noi.NewAPIClient(noi.NewConfiguration())
	api.GetConfig().Servers = noi.ServerConfigurations{{URL: os.Getenv("NOI_API_URL")}}
	ctx := context.WithValue(context.Background(), noi.ContextAPIKeys,
		map[string]noi.APIKey{"apiKey": {Key: os.Getenv("NOI_API_KEY")}})

	create := func(key, idea string) (*noi.PaidProductRunCreated, error) {
		created, _, err := api.SandboxAPI.CreateSandboxEvaluation(ctx).
			IdempotencyKey(key).EvaluationCreate(*noi.NewEvaluationCreate(idea)).Execute()
		return created, err
	}
	code := func(key, idea string) string {
		_, err := create(key, idea)
		var refused *noi.GenericOpenAPIError
		if !errors.As(err, &refused) {
			panic(fmt.Sprint("was not refused: ", err))
		}
		return refused.Model().(noi.ProblemDetails).Code
	}

	key := "openapi-generator-go"
	created, err := create(key, "A weekly letter on heat pump policy for installers")
	check(err)
	id, status := created.RunId, created.Status
	for status == "queued" || status == "running" {
		run, _, err := api.RunsAPI.GetRun(ctx, id).Prefer("wait=20").Execute()
		check(err)
		status = run.Status
	}

	findings, _, err := api.RunsAPI.GetRunFindings(ctx, id).Execute()
	check(err)
	_, dossier, err := api.RunsAPI.GetRunDossier(ctx, id).Format("pdf").Execute()
	check(err)
	pdf, err := io.ReadAll(dossier.Body)
	check(err)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   status,
		"score":    findings.Verdict.Score,
		"pdf":      string(pdf[:4]),
		"conflict": code(key, "A weekly letter on another subject"),
		"unpaid":   code("unpaid", "A weekly letter on sandbox:no-credit"),
	}))
}
