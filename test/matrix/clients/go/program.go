// Checks one contract against one rule with the generated client, and prints the finding as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"example.org/client/proviso"
)

type quote struct {
	Quote string `json:"quote"`
	Where string `json:"where"`
}

type found struct {
	Rule   string  `json:"rule"`
	Label  string  `json:"label"`
	Quotes []quote `json:"quotes"`
}

func main() {
	ctx := context.Background()
	client := must(proviso.NewClientWithResponses(
		os.Getenv("PROVISO_URL")+"/v1",
		proviso.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("api-token", os.Getenv("PROVISO_TOKEN"))
			return nil
		}),
	))

	key := "the rules"
	politics := must(client.PoliticsCreateWithResponse(ctx,
		&proviso.PoliticsCreateParams{IdempotencyKey: &key},
		proviso.PoliticsCreateBody{
			Name:        "Supplier contracts",
			Description: "What every contract with a supplier must say.",
			Rules: []proviso.RuleInput{
				{Name: "Payment term", Description: "Invoices shall be paid within 30 days of receipt."},
			},
			OutputFormat: &map[string]any{"term": "the payment term"},
		}))
	expect(politics.JSON201 != nil, politics.Status(), politics.Body)

	var file proviso.ProjectFileInput
	check(file.FromTextFileInput(proviso.TextFileInput{
		Name:    "terms.txt",
		Type:    proviso.TextFileInputTypeText,
		Content: "Invoices shall be paid within 30 days of receipt.\n",
	}))
	project := must(client.ProjectsCreateWithResponse(ctx, nil, proviso.ProjectsCreateBody{
		Name:        "Contract with Acme",
		Description: "The draft of May.",
		PoliticsId:  politics.JSON201.Data.UnderscoreId,
		Files:       &[]proviso.ProjectFileInput{file},
	}))
	expect(project.JSON201 != nil, project.Status(), project.Body)
	id := project.JSON201.Data.UnderscoreId

	deploying := proviso.ProjectsUpdateBodyStatusDeploying
	deployed := must(client.ProjectsUpdateWithResponse(ctx, id, nil, proviso.ProjectsUpdateBody{Status: &deploying}))
	expect(deployed.JSON200 != nil, deployed.Status(), deployed.Body)

	status := project.JSON201.Data.Status
	for until := time.Now().Add(time.Minute); status != proviso.ProjectStatusCompleted && time.Now().Before(until); {
		time.Sleep(200 * time.Millisecond)
		view := must(client.ProjectsGetWithResponse(ctx, id, nil))
		expect(view.JSON200 != nil, view.Status(), view.Body)
		status = view.JSON200.Data.Status
	}

	pageSize := 50
	list := must(client.FindingsListWithResponse(ctx, id, &proviso.FindingsListParams{PageSize: &pageSize}))
	expect(list.JSON200 != nil, list.Status(), list.Body)
	var findings []found
	for _, finding := range list.JSON200.Data {
		findings = append(findings, shown(finding))
	}
	unknown := must(client.ProjectsGetWithResponse(ctx, strings.Repeat("0", 24), nil))
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":  status,
		"total":   list.JSON200.Total,
		"found":   findings,
		"problem": unknown.ApplicationproblemJSON404.Code,
	}))
}

// All four kinds of findings have the fields that are read here, so any of their types can be used.
func shown(finding proviso.Finding) found {
	estimated := must(finding.AsEstimatedFinding())
	quotes := []quote{}
	for _, citation := range estimated.Citations {
		quotes = append(quotes, quote{citation.Quote, where(citation)})
	}
	return found{estimated.Rule.Name, string(estimated.Label), quotes}
}

func where(citation proviso.Citation) string {
	switch place := must(citation.Locator.ValueByDiscriminator()).(type) {
	case proviso.PageLocator:
		return fmt.Sprintf("%s, page %d", citation.Source.Name, place.Page)
	case proviso.LinesLocator:
		return fmt.Sprintf("%s, line %d", citation.Source.Name, place.From)
	default:
		return citation.Source.Name
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func expect(ok bool, status string, body []byte) {
	if !ok {
		log.Fatalf("%s: %s", status, body)
	}
}
