"""Checks one contract against one rule with the generated client, and prints what was found as JSON."""

import json
import os
import time

from proviso_client import AuthenticatedClient
from proviso_client.api.findings import findings_list
from proviso_client.api.politics import politics_create
from proviso_client.api.projects import projects_create, projects_get, projects_update
from proviso_client.models import (
    ConfirmedFinding,
    EstimatedFinding,
    LinesLocator,
    NotFoundFinding,
    PageLocator,
    PoliticsCreateBody,
    PoliticsCreateBodyOutputFormatType0,
    Problem,
    ProjectsCreateBody,
    ProjectsUpdateBody,
    ProjectStatus,
    RuleInput,
    TextFileInput,
)

proviso = AuthenticatedClient(
    base_url=os.environ["PROVISO_URL"] + "/v1",
    token=os.environ["PROVISO_TOKEN"],
    auth_header_name="api-token",
    prefix="",
)


def answered(answer):
    if answer is None or isinstance(answer, Problem):
        raise SystemExit(f"{answer}")
    return answer


def where(citation):
    locator, name = citation.locator, citation.source.name
    if isinstance(locator, PageLocator):
        return f"{name}, page {locator.page}"
    if isinstance(locator, LinesLocator):
        return f"{name}, line {locator.from_}"
    return name


politics = answered(
    politics_create.sync(
        client=proviso,
        idempotency_key="the rules",
        body=PoliticsCreateBody(
            name="Supplier contracts",
            description="What every contract with a supplier must say.",
            rules=[RuleInput(name="Payment term", description="Invoices shall be paid within 30 days of receipt.")],
            output_format=PoliticsCreateBodyOutputFormatType0.from_dict({"term": "the payment term"}),
        ),
    )
).data
terms = "Invoices shall be paid within 30 days of receipt.\n"
project = answered(
    projects_create.sync(
        client=proviso,
        body=ProjectsCreateBody(
            name="Contract with Acme",
            description="The draft of May.",
            politics_id=politics.field_id,
            files=[TextFileInput(name="terms.txt", type_="text", content=terms)],
        ),
    )
).data
answered(projects_update.sync(project.field_id, client=proviso, body=ProjectsUpdateBody(status=ProjectStatus.DEPLOYING)))

status, until = project.status, time.monotonic() + 60
while status != ProjectStatus.COMPLETED and time.monotonic() < until:
    time.sleep(0.2)
    status = answered(projects_get.sync(project.field_id, client=proviso)).data.status

listed = answered(findings_list.sync(project.field_id, client=proviso, page_size=50))
found = [
    {
        "rule": finding.rule.name,
        "label": finding.label
        if isinstance(finding, (ConfirmedFinding, EstimatedFinding, NotFoundFinding))
        else finding.not_assessed_reason.value,
        "quotes": [{"quote": citation.quote, "where": where(citation)} for citation in finding.citations],
    }
    for finding in listed.data
]
unknown = projects_get.sync("0" * 24, client=proviso)
print(json.dumps({"status": status.value, "total": listed.total, "found": found, "problem": unknown.code}))
