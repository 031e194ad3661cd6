package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"flow/noi"
)

type key string

func (key key) ApiKey(context.Context, noi.OperationName) (noi.ApiKey, error) {
	return noi.ApiKey{APIKey: string(key)}, nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Answer of one type out of those that an operation may give: each status has its own.
func as[T any](answer any, err error) T {
	check(err)
	wanted, ok := answer.(T)
	if !ok {
		panic(fmt.Sprintf("answered %T: %+v", answer, answer))
	}
	return wanted
}

func main() {
	ctx := context.Background()
	api, err := noi.NewClient(os.Getenv("NOI_API_URL"), key(os.Getenv("NOI_API_KEY")))
	check(err)

	create := func(key, idea string) (noi.CreateSandboxEvaluationRes, error) {
		return api.CreateSandboxEvaluation(ctx, &noi.EvaluationCreate{Idea: idea},
			noi.CreateSandboxEvaluationParams{IdempotencyKey: key})
	}
	created := as[*noi.PaidProductRunCreatedAnswerHeaders](
		create("ogen", "A weekly letter on heat pump policy for installers")).Response
	id, status := created.RunId, created.Status
	for status == "queued" || status == "running" {
		status = as[*noi.RunStatusAnswerHeaders](
			api.GetRun(ctx, noi.GetRunParams{ID: id, Prefer: noi.NewOptString("wait=20")})).Response.Status
	}

	findings := as[*noi.FindingsAnswerHeaders](api.GetRunFindings(ctx, noi.GetRunFindingsParams{ID: id})).Response
	format := noi.NewOptGetRunDossierFormat(noi.GetRunDossierFormatPdf)
	dossier := as[*noi.RunDossierAnswerApplicationPdfHeaders](
		api.GetRunDossier(ctx, noi.GetRunDossierParams{ID: id, Format: format})).Response
	pdf, err := io.ReadAll(dossier)
	check(err)
	reused := as[*noi.CreateSandboxEvaluationConflict](create("ogen", "A weekly letter on another subject"))
	refused := as[*noi.CreateSandboxEvaluationPaymentRequired](create("unpaid", "A weekly letter on sandbox:no-credit"))

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   status,
		"score":    findings.Verdict.Score,
		"pdf":      string(pdf[:4]),
		"conflict": reused.Response.Code,
		"unpaid":   refused.Response.Code,
	}))
}
