"""What schemathesis cannot learn about the service from openapi.json alone.

`map_case` makes valid requests meaningful where a schema cannot: each line says what the service requires beyond the schema.
`filter_failure` lists the failures that are accepted, each with its reason.
"""

import itertools
import json
import os
import re

import schemathesis
from schemathesis import HookContext
from schemathesis.core import NOT_SET
from schemathesis.core.parameters import ParameterLocation

with open(os.environ["PROVISO_SEEDS"]) as file:
    seeds = json.load(file)

seeded = {id for seed in seeds for id in seed.values()}
keys = itertools.count()
REPEATED_ID = re.compile(r" is the id of \d+ rules: ")


def is_valid(case, location):
    component = case.meta.components.get(location) if case.meta else None
    return component is not None and component.mode.is_positive


@schemathesis.hook
def filter_case(context: HookContext, case) -> bool:
    """Keeps the records that were made beforehand: without them nothing below a project would be found for long."""
    path = case.path_parameters or {}
    return not (case.method == "DELETE" and path.keys() == {"id"} and path["id"] in seeded)


@schemathesis.hook
def map_case(context: HookContext, case):
    if case.path_parameters and is_valid(case, ParameterLocation.PATH):
        case.path_parameters = belonging_together(case.method, case.path, case.path_parameters)
    if isinstance(case.body, (dict, list)) and is_valid(case, ParameterLocation.BODY):
        case.body = meaningful(case.body)
    if case.query and "url" in case.query and is_valid(case, ParameterLocation.QUERY):
        case.query["url"] = public(case.query["url"])
    if case.query and "after" in case.query and is_valid(case, ParameterLocation.QUERY):
        case.query = going_on(case.query, case.path_parameters or {})
    if case.headers and "Idempotency-Key" in case.headers and is_valid(case, ParameterLocation.HEADER):
        case.headers["Idempotency-Key"] = mostly_new(case.headers["Idempotency-Key"])
    return case


def going_on(query, ids):
    """A cursor goes without a page, and with the project or the runs that it was returned for."""
    kept = {name: value for name, value in query.items() if name not in ("page", "runId", "against")}
    if "runId" in ids:
        run, rest = query["after"].split(".", 1)
        kept["after"] = f"{ids['runId'].lower()}.{rest}"
    elif query["after"].startswith(("runs.", "notifications.")):
        name, _, rest = query["after"].split(".", 2)
        kept["after"] = f"{name}.{ids['id'].lower()}.{rest}"
    return kept


def mostly_new(key):
    """Short keys come again and again, and with another body they are refused before anything else is looked at."""
    number = next(keys)
    return key if number % 5 == 0 else f"{key[:200]}.{number}"


def belonging_together(method, path, ids):
    """A run is one of the project's, a finding one of its run. Where only a record is named, half keep their own id."""
    number = hash(tuple(ids.values()))
    seed = seeds[number % len(seeds)]
    if len(ids) == 1 and (method == "DELETE" or (number // len(seeds)) % 2):
        return ids
    kinds = {"/politics": "politicsId", "/workspaces": "workspaceId"}
    named = next((kind for start, kind in kinds.items() if path.startswith(start)), "projectId")
    return {name: seed.get(named if name == "id" else name, own) for name, own in ids.items()}


def meaningful(value):
    if isinstance(value, list):
        return [meaningful(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    # The name after `versionOf` must be the one of a file that the project has.
    return {name: replacement(name, entry) for name, entry in value.items() if name != "versionOf"}


def replacement(name, value):
    match name:
        # The host must be public, and a pattern cannot exclude private names and addresses.
        case "url" if isinstance(value, str):
            return public(value)
        # Which texts are addresses, a pattern cannot describe.
        case "email" if isinstance(value, str):
            return f"person{next(keys)}@example.org"
        # The prompt must exist, and operators can add prompts.
        case "promptVersions":
            return ""
        # A request can only start a run or keep the current status of the project.
        case "status" if isinstance(value, str):
            return "deploying"
        # The service watches no folder until its operator names some.
        case "watch":
            return None
        # The keys must be those of rules of the run.
        case "after" if isinstance(value, dict):
            return {}
        case "accept" if isinstance(value, list):
            return []
        # A finding is assigned to a member of its workspace, or to nobody.
        case "userId" if isinstance(value, str):
            return None
        # Indices must be within the stored list.
        case "removeRules" | "removeKnowledgeFiles":
            return []
        case "index":
            return 0
        case "file" if isinstance(value, (int, float)):
            return 0
        # Words are proposed by a model, and the service has none.
        case "propose" if isinstance(value, bool):
            return False
        # The content is defined by the user, so only the schema of the field itself counts.
        case "outputFormat":
            return value
    return meaningful(value)


def public(url):
    return f"https://example.org/{abs(hash(url))}.pdf"


@schemathesis.hook
def filter_failure(context: HookContext, failure, case, response) -> bool:
    """Drops the failures that are accepted: those below, each with its reason."""
    return not any(is_accepted(type(failure).__name__, case, response) for is_accepted in accepted)


def bytes_without_a_name(failure, case, response):
    """POST /files needs a name, but for a form, whose file has its own: a parameter cannot depend on the content type."""
    return failure == "RejectedPositiveData" and case.path == "/files" and wrong_fields(response) == ["name"]


def any_form_with_a_file(failure, case, response):
    """In a form everything is text, so what is not a file to the schema is one to the service, and stored as it is."""
    return failure == "AcceptedNegativeData" and case.path == "/files" and response.status_code == 201


def ticket_instead_of_a_token(failure, case, response):
    """A ticket in the address signs a stream of events in, so a wrong token beside a valid ticket is not used."""
    return failure == "IgnoredAuth" and case.path.endswith("/events") and "ticket" in (case.query or {})


def repeated_id_of_a_rule(failure, case, response):
    """Every rule of a set needs its own id, which a schema cannot require of the fields of a list's entries."""
    problems = response.json().get("errors", []) if failure == "RejectedPositiveData" else []
    return bool(problems) and all(REPEATED_ID.search(problem["message"]) for problem in problems)


def body_left_out(failure, case, response):
    """A body whose fields are all optional can be left out. openapi.json requires it, so that clients have one way to call."""
    return failure == "AcceptedNegativeData" and case.path.endswith("/redline") and case.body is NOT_SET


accepted = [
    bytes_without_a_name,
    any_form_with_a_file,
    ticket_instead_of_a_token,
    repeated_id_of_a_rule,
    body_left_out,
]


def wrong_fields(response):
    return [problem["path"] for problem in response.json().get("errors", [])]
