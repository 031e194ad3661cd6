package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"flow/noi"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", os.Getenv("NOI_API_KEY"))
		return nil
	}
	api, err := noi.NewClientWithResponses(os.Getenv("NOI_API_URL"), noi.WithRequestEditorFn(withKey))
	check(err)
	create := func(idea string) *noi.CreateSandboxEvaluationResponse {
		answer, err := api.CreateSandboxEvaluationWithResponse(ctx,
			&noi.CreateSandboxEvaluationParams{IdempotencyKey: "oapi-codegen"}, noi.CreateSandboxEvaluationJSONRequestBody{Idea: idea})
		check(err)
		return answer
	}

	created := create("A weekly letter on heat pump policy for installers")
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

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   status,
		"score":    findings.JSON200.Verdict.Score,
		"pdf":      string(pdf.Body[:4]),
		"conflict": create("A weekly letter on another subject").ApplicationproblemJSON409.Code,
	}))
}
