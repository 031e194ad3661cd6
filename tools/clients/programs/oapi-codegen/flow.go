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
	api, poor := client(os.Getenv("NOI_API_KEY")), client(os.Getenv("NOI_POOR_KEY"))
	parameters := &noi.CreateEvaluationParams{IdempotencyKey: "oapi-codegen"}

	created, err := api.CreateEvaluationWithResponse(ctx, parameters,
		noi.CreateEvaluationJSONRequestBody{Idea: "A weekly letter on heat pump policy for installers"})
	check(err)
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
	other := noi.CreateEvaluationJSONRequestBody{Idea: "A weekly letter on another subject"}
	reused, err := api.CreateEvaluationWithResponse(ctx, parameters, other)
	check(err)
	refused, err := poor.CreateEvaluationWithResponse(ctx, parameters, other)
	check(err)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   status,
		"score":    findings.JSON200.Verdict.Score,
		"pdf":      fmt.Sprintf("%s", pdf.Body[:4]),
		"conflict": reused.ApplicationproblemJSON409.Code,
		"unpaid":   refused.ApplicationproblemJSON402.Code,
	}))
}
