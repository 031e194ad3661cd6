package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"flow/noi"
)

func client(key string) *noi.ClientWithResponses {
	made, err := noi.NewClientWithResponses(os.Getenv("NOI_API_URL"), noi.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-Api-Key", key)
			return nil
		}))
	check(err)
	return made
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	api := client(os.Getenv("NOI_API_KEY"))
	create := func(key, idea string) *noi.CreateSandboxEvaluationResponse {
		answer, err := api.CreateSandboxEvaluationWithResponse(ctx,
			&noi.CreateSandboxEvaluationParams{IdempotencyKey: key}, noi.CreateSandboxEvaluationJSONRequestBody{Idea: idea})
		check(err)
		return answer
	}

	created := create("oapi-codegen", "A weekly letter on heat pump policy for installers")
	id, status := created.JSON202.RunId, created.JSON202.Status

	wait := "wait=20"
	for status == "queued" || status == "running" {
		run, err := api.GetRunWithResponse(ctx, id, &noi.GetRunParams{Prefer: &wait})
		check(err)
		status = run.JSON200.Status
	}

	findings, err := api.GetRunFindingsWithResponse(ctx, id, &noi.GetRunFindingsParams{})
	check(err)
	format := noi.GetRunDossierParamsFormatPdf
	pdf, err := api.GetRunDossierWithResponse(ctx, id, &noi.GetRunDossierParams{Format: &format})
	check(err)
	reused := create("oapi-codegen", "A weekly letter on another subject")
	refused := create("unpaid", "A weekly letter on sandbox:no-credit")

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   status,
		"score":    findings.JSON200.Verdict.Score,
		"pdf":      fmt.Sprintf("%s", pdf.Body[:4]),
		"conflict": reused.ApplicationproblemJSON409.Code,
		"unpaid":   refused.ApplicationproblemJSON402.Code,
	}))
}
