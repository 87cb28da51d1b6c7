CREATE TABLE politics (
    id text primary key,
    user_id text not null,
    updated_at integer not null,
    folded_name text not null,
    folded_description text not null,
    doc text not null
  ) strict;
CREATE TABLE projects (
    id text primary key,
    user_id text not null,
    updated_at integer not null,
    politics_id text not null,
    folded_name text not null,
    folded_description text not null,
    doc text not null
  ) strict;
CREATE TABLE asset_uses (
    asset_id text not null,
    record_id text not null,
    primary key (asset_id, record_id)
  ) strict, without rowid;
CREATE TABLE runs (
    id text primary key,
    user_id text not null,
    project_id text not null,
    created_at integer not null,
    state text not null,
    released integer not null,
    settled integer not null,
    due_at integer,
    lease_owner text,
    fence integer not null,
    findings integer not null,
    ended_at integer,
    doc text not null
  ) strict;
CREATE TABLE run_contents (
    run_id text primary key,
    snapshot text not null,
    result text
  ) strict;
CREATE TABLE turns (
    user_id text primary key,
    turn integer not null
  ) strict, without rowid;
CREATE TABLE pings (
    id integer primary key check (id = 1),
    at integer not null
  ) strict;
CREATE TABLE findings (
    user_id text not null,
    run_id text not null,
    rule_index integer not null,
    subject integer not null,
    id text not null,
    rule_key text not null,
    label text not null,
    outcome text not null,
    fingerprint text not null,
    doc text not null
  ) strict;
CREATE TABLE reviews (
    user_id text not null,
    project_id text not null,
    fingerprint text not null,
    doc text not null,
    primary key (user_id, project_id, fingerprint)
  ) strict, without rowid;
CREATE TABLE tokens (
    id text primary key,
    user_id text not null,
    created_at integer not null,
    last_used_at integer,
    revoked_at integer,
    doc text not null
  ) strict;
CREATE TABLE idempotent_requests (
    user_id text not null,
    scope text not null,
    key text not null,
    fingerprint text not null,
    record_id text not null,
    answer text,
    expires_at integer not null, lease text not null default '',
    primary key (user_id, scope, key)
  ) strict, without rowid;
CREATE TABLE auth_records (
    model text not null,
    id text not null,
    doc text not null,
    primary key (model, id)
  ) strict;
CREATE TABLE deliveries (
    id text primary key,
    user_id text not null,
    project_id text not null,
    run_id text not null,
    recipient text not null,
    state text not null,
    created_at integer not null,
    due_at integer,
    version integer not null,
    doc text not null
  , lease text) strict;
CREATE TABLE owned_totals (
    user_id text not null,
    kind text not null,
    total integer not null,
    primary key (user_id, kind)
  ) strict, without rowid;
CREATE TABLE processes (name text primary key, beat integer not null) strict;
CREATE TABLE file_sizes (
    id text primary key,
    user_id text not null,
    bytes integer not null,
    arriving_since integer
  ) strict, without rowid;
CREATE TABLE run_events (
    user_id text not null,
    run_id text not null,
    sequence integer not null,
    entry text not null,
    primary key (user_id, run_id, sequence)
  ) strict, without rowid;
CREATE TABLE signing_keys (id text primary key, x text not null, since text not null) strict;
CREATE TABLE webhook_rotations (
    user_id text not null,
    url text not null,
    rotation integer not null,
    previous_until text not null,
    change_id text not null,
    primary key (user_id, url)
  ) strict, without rowid;
insert into politics (id, user_id, updated_at, folded_name, folded_description, doc) values ('6b07e8989daff854310933bd', '6b07e88f3231f223249f3beb', 1795680414022, 'suppliers', 'what we ask of suppliers', '{"_id":"6b07e8989daff854310933bd","userId":"6b07e88f3231f223249f3beb","name":"Suppliers","description":"What we ask of suppliers","rules":[{"name":"Answer","description":"The supplier must answer within four hours."},{"name":"Thanks","description":"The supplier thanks for each question."}],"knowledgeFiles":[{"url":"http://proviso.invalid/assets/86f06e67b010642f26f0663e66bb68d04a2dfd45/policy.pdf","type":"pdf","name":"policy.pdf","assetId":"86f06e67b010642f26f0663e66bb68d04a2dfd45"}],"contactNotifications":["the legal team"],"outputFormat":{"type":"object","properties":{"statement":{"type":"string"}}},"metadata":{},"status":1,"createdAt":"2026-11-26T08:06:49.921Z","updatedAt":"2026-11-26T08:06:54.022Z","version":2}');
insert into projects (id, user_id, updated_at, politics_id, folded_name, folded_description, doc) values ('6b07e89a2115434fcf9aa553', '6b07e88f3231f223249f3beb', 1795680414354, '6b07e8989daff854310933bd', 'offer', 'the offer of may', '{"_id":"6b07e89a2115434fcf9aa553","userId":"6b07e88f3231f223249f3beb","name":"Offer","description":"The offer of May","politicsId":"6b07e8989daff854310933bd","files":[{"name":"offer.txt","type":"document","url":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt","assetId":"b6e6ccd00b5c4084ee7d293ab447a01d6877abc1"},{"name":"letter","type":"document","url":"http://proviso.invalid/assets/58233710f95300659d2a5f8baa50925720186b73/letter.txt","assetId":"58233710f95300659d2a5f8baa50925720186b73"}],"contactNotifications":[],"metadata":{},"scope":"together","status":"completed","runId":"6b07e89ec04cc621220d7465","createdAt":"2026-11-26T08:06:50.419Z","updatedAt":"2026-11-26T08:06:54.354Z","version":5}');
insert into asset_uses (asset_id, record_id) values ('86f06e67b010642f26f0663e66bb68d04a2dfd45', '6b07e8989daff854310933bd');
insert into asset_uses (asset_id, record_id) values ('58233710f95300659d2a5f8baa50925720186b73', '6b07e89a2115434fcf9aa553');
insert into asset_uses (asset_id, record_id) values ('b6e6ccd00b5c4084ee7d293ab447a01d6877abc1', '6b07e89a2115434fcf9aa553');
insert into asset_uses (asset_id, record_id) values ('58233710f95300659d2a5f8baa50925720186b73', '6b07e89a71fca5fd03e19de1');
insert into asset_uses (asset_id, record_id) values ('86f06e67b010642f26f0663e66bb68d04a2dfd45', '6b07e89a71fca5fd03e19de1');
insert into asset_uses (asset_id, record_id) values ('b6e6ccd00b5c4084ee7d293ab447a01d6877abc1', '6b07e89a71fca5fd03e19de1');
insert into asset_uses (asset_id, record_id) values ('58233710f95300659d2a5f8baa50925720186b73', '6b07e89ec04cc621220d7465');
insert into asset_uses (asset_id, record_id) values ('86f06e67b010642f26f0663e66bb68d04a2dfd45', '6b07e89ec04cc621220d7465');
insert into asset_uses (asset_id, record_id) values ('b6e6ccd00b5c4084ee7d293ab447a01d6877abc1', '6b07e89ec04cc621220d7465');
insert into runs (id, user_id, project_id, created_at, state, released, settled, due_at, lease_owner, fence, findings, ended_at, doc) values ('6b07e89a71fca5fd03e19de1', '6b07e88f3231f223249f3beb', '6b07e89a2115434fcf9aa553', 1795680410483, 'completed', 1, 1, null, null, 1, 1, 1795680413686, '{"progress":{"stage":"ended","files":{"done":3,"total":3},"pages":{"done":3,"total":3},"rules":{"done":1,"total":1},"percent":100},"attempts":1,"failures":0,"lastError":null,"nextAttemptAt":null,"captures":[],"summary":{"labels":{"CONFIRMED":1,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":1,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0},"incomplete":false,"modelTokens":992},"startedAt":"2026-11-26T08:06:51.285Z","endedAt":"2026-11-26T08:06:53.686Z","updatedAt":"2026-11-26T08:06:54.002Z","version":8}');
insert into runs (id, user_id, project_id, created_at, state, released, settled, due_at, lease_owner, fence, findings, ended_at, doc) values ('6b07e89ec04cc621220d7465', '6b07e88f3231f223249f3beb', '6b07e89a2115434fcf9aa553', 1795680414054, 'completed', 1, 1, null, null, 1, 2, 1795680414350, '{"progress":{"stage":"ended","files":{"done":3,"total":3},"pages":{"done":3,"total":3},"rules":{"done":2,"total":2},"percent":100},"attempts":1,"failures":0,"lastError":null,"nextAttemptAt":null,"captures":[],"summary":{"labels":{"CONFIRMED":2,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":2,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0},"incomplete":false,"modelTokens":990},"signOff":{"by":"ada@example.org","comment":"Ready for Monday.","at":"2026-11-26T08:06:54.531Z","open":{"findings":2,"notReviewed":1,"outcomes":{"satisfied":1,"violated":1,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0}},"reviews":"9829124ea8ce05c2de734d0b078eab13"},"startedAt":"2026-11-26T08:06:54.075Z","endedAt":"2026-11-26T08:06:54.350Z","updatedAt":"2026-11-26T08:06:54.531Z","version":8}');
insert into run_contents (run_id, snapshot, result) values ('6b07e89a71fca5fd03e19de1', '{"politics":{"politicsId":"6b07e8989daff854310933bd","version":1,"updatedAt":"2026-11-26T08:06:49.921Z","name":"Suppliers","description":"What we ask of suppliers","rules":[{"name":"Answer","description":"The supplier must answer within four hours."}],"knowledgeFiles":[{"url":"http://proviso.invalid/assets/86f06e67b010642f26f0663e66bb68d04a2dfd45/policy.pdf","type":"pdf","name":"policy.pdf","assetId":"86f06e67b010642f26f0663e66bb68d04a2dfd45"}],"contactNotifications":["the legal team"],"outputFormat":{"type":"object","properties":{"statement":{"type":"string"}}},"metadata":{}},"files":[{"name":"offer.txt","type":"document","url":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt","assetId":"b6e6ccd00b5c4084ee7d293ab447a01d6877abc1"},{"name":"letter","type":"document","url":"http://proviso.invalid/assets/58233710f95300659d2a5f8baa50925720186b73/letter.txt","assetId":"58233710f95300659d2a5f8baa50925720186b73"}],"scope":"together"}', '{"counts":{"labels":{"CONFIRMED":1,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":1,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0},"labelsByOutcome":{"satisfied":{"CONFIRMED":1,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"violated":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"partly_satisfied":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"conflicting":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"not_applicable":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"undetermined":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0}},"byRule":{"03aba49727f149ca":{"labels":{"CONFIRMED":1,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":1,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0}}},"bySubject":{"project":{"labels":{"CONFIRMED":1,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":1,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0}}}},"incomplete":false,"warnings":[],"files":[{"status":"read","name":"policy.pdf","role":"authority","fileIndex":0,"pages":1,"countedAs":"pages","method":"text"},{"status":"read","name":"offer.txt","role":"input","fileIndex":0,"pages":1,"countedAs":"file","method":"text"},{"status":"read","name":"letter","role":"input","fileIndex":1,"pages":1,"countedAs":"file","method":"text"}],"output":{"statement":"The supplier answers within four hours."},"outputSources":{"/statement":[{"findingId":"fbcd04b709643a9cc5a33fc6","citation":0}]},"outputGaps":{},"usage":{"modelCalls":2,"inputTokens":925,"outputTokens":67,"cachedTokens":0},"startedAt":"2026-11-26T08:06:51.285Z","endedAt":"2026-11-26T08:06:53.674Z"}');
insert into run_contents (run_id, snapshot, result) values ('6b07e89ec04cc621220d7465', '{"politics":{"politicsId":"6b07e8989daff854310933bd","version":2,"updatedAt":"2026-11-26T08:06:54.022Z","name":"Suppliers","description":"What we ask of suppliers","rules":[{"name":"Answer","description":"The supplier must answer within four hours."},{"name":"Thanks","description":"The supplier thanks for each question."}],"knowledgeFiles":[{"url":"http://proviso.invalid/assets/86f06e67b010642f26f0663e66bb68d04a2dfd45/policy.pdf","type":"pdf","name":"policy.pdf","assetId":"86f06e67b010642f26f0663e66bb68d04a2dfd45"}],"contactNotifications":["the legal team"],"outputFormat":{"type":"object","properties":{"statement":{"type":"string"}}},"metadata":{}},"files":[{"name":"offer.txt","type":"document","url":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt","assetId":"b6e6ccd00b5c4084ee7d293ab447a01d6877abc1"},{"name":"letter","type":"document","url":"http://proviso.invalid/assets/58233710f95300659d2a5f8baa50925720186b73/letter.txt","assetId":"58233710f95300659d2a5f8baa50925720186b73"}],"scope":"together"}', '{"counts":{"labels":{"CONFIRMED":2,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":2,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0},"labelsByOutcome":{"satisfied":{"CONFIRMED":2,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"violated":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"partly_satisfied":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"conflicting":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"not_applicable":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"undetermined":{"CONFIRMED":0,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0}},"byRule":{"03aba49727f149ca":{"labels":{"CONFIRMED":1,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":1,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0}},"87b49c7ee380a597":{"labels":{"CONFIRMED":1,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":1,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0}}},"bySubject":{"project":{"labels":{"CONFIRMED":2,"NOT FOUND":0,"ESTIMATED":0,"notAssessed":0},"outcomes":{"satisfied":2,"violated":0,"partly_satisfied":0,"conflicting":0,"not_applicable":0,"undetermined":0}}}},"incomplete":false,"warnings":[],"files":[{"status":"read","name":"policy.pdf","role":"authority","fileIndex":0,"pages":1,"countedAs":"pages","method":"text"},{"status":"read","name":"offer.txt","role":"input","fileIndex":0,"pages":1,"countedAs":"file","method":"text"},{"status":"read","name":"letter","role":"input","fileIndex":1,"pages":1,"countedAs":"file","method":"text"}],"output":{},"outputSources":{},"outputGaps":{"/statement":"“statement” fits any of 2 findings: name a rule, or ask for a list."},"usage":{"modelCalls":2,"inputTokens":923,"outputTokens":67,"cachedTokens":0},"startedAt":"2026-11-26T08:06:54.075Z","endedAt":"2026-11-26T08:06:54.350Z"}');
insert into turns (user_id, turn) values ('6b07e88f3231f223249f3beb', 2);
insert into findings (user_id, run_id, rule_index, subject, id, rule_key, label, outcome, fingerprint, doc) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 0, -1, 'fbcd04b709643a9cc5a33fc6', '03aba49727f149ca', 'CONFIRMED', 'satisfied', 'e68c5170dcc4df0f6ef4b8eaa0621f2e', '{"id":"fbcd04b709643a9cc5a33fc6","runId":"6b07e89a71fca5fd03e19de1","rule":{"name":"Answer","description":"The supplier must answer within four hours.","key":"03aba49727f149ca","index":0},"subject":{"kind":"project"},"assessed":true,"label":"CONFIRMED","outcome":"satisfied","reasons":[],"toSettle":[],"statement":"The supplier answers within four hours.","values":[],"citations":[{"source":{"role":"input","fileIndex":0,"name":"offer.txt","url":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt","sha256":"924bcc09d09f29c96ea0f8b895c22bbc64bad1d334fcbc0bd69a9e33ba4d8a3f","mediaType":"text/plain"},"locator":{"kind":"lines","from":1,"to":1},"quote":"The supplier answers within four hours.","start":0,"end":39,"stance":"supports","method":"text","match":"exact","link":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt#L1"}],"basis":[],"search":{"complete":true,"filesSearched":2,"filesTotal":2,"pagesSearched":2,"pagesTotal":2,"unread":[],"queries":["Answer\nThe supplier must answer within four hours."],"nearest":[]},"checker":{"method":"model","model":"some-model","prompt":{"id":"rule-check","version":"1","hash":"02f89da5d0c6ea5d"},"tokens":{"input":925,"output":67,"cached":0},"requests":2,"passages":["P001-P003"],"quotes":{"claimed":1,"corrected":0,"dropped":0},"exchange":[{"purpose":"check","request":"3647e2fe3fcebf10123f9cb61530e562e829bded5f594f3ff8e2a46b20cc2379","answer":"{\"quotes\":[{\"passage\":\"P003\",\"quote\":\"The supplier answers within four hours.\",\"stance\":\"supports\"}],\"exceptions\":[],\"missing\":[],\"answer\":\"The supplier answers within four hours.\",\"values\":[],\"outcome\":\"satisfied\"}","finish":"complete","tokens":{"input":657,"output":54,"cached":0},"reused":false},{"purpose":"support","request":"93431eb8806410dead0381abcb506b32a3302ab7b3efb88d3bc9ebe6a30d3973","answer":"{\"reason\":\"The quote says so.\",\"verdict\":\"entails\"}","finish":"complete","tokens":{"input":268,"output":13,"cached":0},"reused":false}],"certificate":{"test":"exam behind a model that believes everything, 4,000 documents, seed 20261124","n":515,"errors":1,"lowerBound":0.99,"date":"2026-11-24","version":"63163c204b2c58ba"}},"review":null}');
insert into findings (user_id, run_id, rule_index, subject, id, rule_key, label, outcome, fingerprint, doc) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 0, -1, '7180b73b3f065778bd5571a8', '03aba49727f149ca', 'CONFIRMED', 'satisfied', 'e68c5170dcc4df0f6ef4b8eaa0621f2e', '{"id":"7180b73b3f065778bd5571a8","runId":"6b07e89ec04cc621220d7465","rule":{"name":"Answer","description":"The supplier must answer within four hours.","key":"03aba49727f149ca","index":0},"subject":{"kind":"project"},"assessed":true,"label":"CONFIRMED","outcome":"satisfied","reasons":[],"toSettle":[],"statement":"The supplier answers within four hours.","values":[],"citations":[{"source":{"role":"input","fileIndex":0,"name":"offer.txt","url":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt","sha256":"924bcc09d09f29c96ea0f8b895c22bbc64bad1d334fcbc0bd69a9e33ba4d8a3f","mediaType":"text/plain"},"locator":{"kind":"lines","from":1,"to":1},"quote":"The supplier answers within four hours.","start":0,"end":39,"stance":"supports","method":"text","match":"exact","link":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt#L1"}],"basis":[],"search":{"complete":true,"filesSearched":2,"filesTotal":2,"pagesSearched":2,"pagesTotal":2,"unread":[],"queries":["Answer\nThe supplier must answer within four hours."],"nearest":[]},"checker":{"method":"model","model":"some-model","prompt":{"id":"rule-check","version":"1","hash":"02f89da5d0c6ea5d"},"tokens":{"input":0,"output":0,"cached":0},"requests":0,"passages":["P001-P003"],"quotes":{"claimed":1,"corrected":0,"dropped":0},"exchange":[{"purpose":"check","request":"3647e2fe3fcebf10123f9cb61530e562e829bded5f594f3ff8e2a46b20cc2379","answer":"{\"quotes\":[{\"passage\":\"P003\",\"quote\":\"The supplier answers within four hours.\",\"stance\":\"supports\"}],\"exceptions\":[],\"missing\":[],\"answer\":\"The supplier answers within four hours.\",\"values\":[],\"outcome\":\"satisfied\"}","finish":"complete","tokens":{"input":657,"output":54,"cached":0},"reused":true},{"purpose":"support","request":"93431eb8806410dead0381abcb506b32a3302ab7b3efb88d3bc9ebe6a30d3973","answer":"{\"reason\":\"The quote says so.\",\"verdict\":\"entails\"}","finish":"complete","tokens":{"input":268,"output":13,"cached":0},"reused":true}],"certificate":{"test":"exam behind a model that believes everything, 4,000 documents, seed 20261124","n":515,"errors":1,"lowerBound":0.99,"date":"2026-11-24","version":"63163c204b2c58ba"}},"review":null}');
insert into findings (user_id, run_id, rule_index, subject, id, rule_key, label, outcome, fingerprint, doc) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 1, -1, '06847c711c34f2a40ff916af', '87b49c7ee380a597', 'CONFIRMED', 'satisfied', 'b43f07a3cd4778ef21e301b0649eb8df', '{"id":"06847c711c34f2a40ff916af","runId":"6b07e89ec04cc621220d7465","rule":{"name":"Thanks","description":"The supplier thanks for each question.","key":"87b49c7ee380a597","index":1},"subject":{"kind":"project"},"assessed":true,"label":"CONFIRMED","outcome":"satisfied","reasons":[],"toSettle":[],"statement":"The supplier answers within four hours.","values":[],"citations":[{"source":{"role":"input","fileIndex":0,"name":"offer.txt","url":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt","sha256":"924bcc09d09f29c96ea0f8b895c22bbc64bad1d334fcbc0bd69a9e33ba4d8a3f","mediaType":"text/plain"},"locator":{"kind":"lines","from":1,"to":1},"quote":"The supplier answers within four hours.","start":0,"end":39,"stance":"supports","method":"text","match":"exact","link":"http://proviso.invalid/assets/b6e6ccd00b5c4084ee7d293ab447a01d6877abc1/offer.txt#L1"}],"basis":[],"search":{"complete":true,"filesSearched":2,"filesTotal":2,"pagesSearched":2,"pagesTotal":2,"unread":[],"queries":["Thanks\nThe supplier thanks for each question."],"nearest":[]},"checker":{"method":"model","model":"some-model","prompt":{"id":"rule-check","version":"1","hash":"02f89da5d0c6ea5d"},"tokens":{"input":923,"output":67,"cached":0},"requests":2,"passages":["P001-P003"],"quotes":{"claimed":1,"corrected":0,"dropped":0},"exchange":[{"purpose":"check","request":"1bd9328b136b400c0f140e0694c33702934f98a491bf0783b27199a54dec7c7b","answer":"{\"quotes\":[{\"passage\":\"P003\",\"quote\":\"The supplier answers within four hours.\",\"stance\":\"supports\"}],\"exceptions\":[],\"missing\":[],\"answer\":\"The supplier answers within four hours.\",\"values\":[],\"outcome\":\"satisfied\"}","finish":"complete","tokens":{"input":656,"output":54,"cached":0},"reused":false},{"purpose":"support","request":"38eebc8ad4533477b8f03757e292fa9eb9017609416f18241848fdd517a24e9d","answer":"{\"reason\":\"The quote says so.\",\"verdict\":\"entails\"}","finish":"complete","tokens":{"input":267,"output":13,"cached":0},"reused":false}],"certificate":{"test":"exam behind a model that believes everything, 4,000 documents, seed 20261124","n":515,"errors":1,"lowerBound":0.99,"date":"2026-11-24","version":"63163c204b2c58ba"}},"review":null}');
insert into reviews (user_id, project_id, fingerprint, doc) values ('6b07e88f3231f223249f3beb', '6b07e89a2115434fcf9aa553', 'e68c5170dcc4df0f6ef4b8eaa0621f2e', '{"label":"CONFIRMED","outcome":"violated","reason":"The clause is struck out.","by":"ada@example.org","at":"2026-11-26T08:06:53.994Z"}');
insert into tokens (id, user_id, created_at, last_used_at, revoked_at, doc) values ('6b07e890bdd96b6451d13ba7', '6b07e88f3231f223249f3beb', 1795680400904, 1795680408530, null, '{"name":"all","hash":"f7ae78b4efc1b7572f8d0e275b51fc4892014562446d4758329def38816c4a08","last4":"4ZzC","expiresAt":null}');
insert into tokens (id, user_id, created_at, last_used_at, revoked_at, doc) values ('6b07e895a4ed544eab183cbc', '6b07e89270eb3f3c3ba9a894', 1795680405871, null, null, '{"name":"all","hash":"58257f4c1d1b5ab4e6130282b06fd14c0dbabb0dd3b2a34e3f34db0fa6bc7e37","last4":"Hac1","expiresAt":null}');
insert into tokens (id, user_id, created_at, last_used_at, revoked_at, doc) values ('6b07e89fe8149ffb80547e68', '6b07e88f3231f223249f3beb', 1795680415662, null, null, '{"name":"limited","hash":"7a4f0918292432e75154bf03ae9f7d9261b662db909a794008081061eed8ed73","last4":"LdRv","expiresAt":"2026-12-05T08:06:55.107Z"}');
insert into idempotent_requests (user_id, scope, key, fingerprint, record_id, answer, expires_at, lease) values ('6b07e88f3231f223249f3beb', 'politics.create', 'the first rule set of ada@example.org', '04692d9c2fa7db31133f496690d9c50e807e77e73be9c615efcb9c770b43bcf3', '6b07e8989daff854310933bd', '{"etag":"\"1\"","location":"/v1/politics/6b07e8989daff854310933bd","body":{"success":true,"message":"rule set Suppliers was created","data":{"_id":"6b07e8989daff854310933bd","userId":"6b07e88f3231f223249f3beb","name":"Suppliers","description":"What we ask of suppliers","rules":[{"name":"Answer","description":"The supplier must answer within four hours."}],"knowledgeFiles":[{"url":"http://proviso.invalid/assets/86f06e67b010642f26f0663e66bb68d04a2dfd45/policy.pdf","type":"pdf","name":"policy.pdf"}],"contactNotifications":["the legal team"],"outputFormat":{"type":"object","properties":{"statement":{"type":"string"}}},"metadata":{},"status":1,"createdAt":"2026-11-26T08:06:49.921Z","updatedAt":"2026-11-26T08:06:49.921Z"}}}', 1795766808690, 'vm~28aed521420f/17423/55c30cd0bd7c/1');
insert into auth_records (model, id, doc) values ('user', '6b07e88f3231f223249f3beb', '{"name":"ada","email":"ada@example.org","emailVerified":true,"createdAt":"2026-11-26T08:06:39.483Z","updatedAt":"2026-11-26T08:06:39.483Z","id":"6b07e88f3231f223249f3beb"}');
insert into auth_records (model, id, doc) values ('account', '6b07e88f5350acd76a0cda94', '{"accountId":"6b07e88f3231f223249f3beb","providerId":"credential","userId":"6b07e88f3231f223249f3beb","accessToken":null,"refreshToken":null,"idToken":null,"password":"2b2518b975ce3c81ebef8cb461f17909:e7afd53dc26087afe11409a024705cf945175e1eba1b524e2ca7c53efbe2f7cc47293f9ba81445369c9270b1a9ff9594e716803f09411d3fb0caa022b30a7490","createdAt":"2026-11-26T08:06:39.646Z","updatedAt":"2026-11-26T08:06:39.646Z","id":"6b07e88f5350acd76a0cda94"}');
insert into auth_records (model, id, doc) values ('user', '6b07e89270eb3f3c3ba9a894', '{"name":"bob","email":"bob@example.org","emailVerified":true,"createdAt":"2026-11-26T08:06:42.912Z","updatedAt":"2026-11-26T08:06:42.912Z","id":"6b07e89270eb3f3c3ba9a894"}');
insert into auth_records (model, id, doc) values ('account', '6b07e893462277b6b12f8847', '{"accountId":"6b07e89270eb3f3c3ba9a894","providerId":"credential","userId":"6b07e89270eb3f3c3ba9a894","accessToken":null,"refreshToken":null,"idToken":null,"password":"684048edea2b882145fb053c6d32ac83:7cdebccc894d0ed91aa2bdb78c3576bdf769a29a4577ff3d543b6dd1c2060c0621770aaf0cd33e3d071fa305d8e184ad0650df134e3b2f5e8988a45b6ceb14b1","createdAt":"2026-11-26T08:06:43.206Z","updatedAt":"2026-11-26T08:06:43.206Z","id":"6b07e893462277b6b12f8847"}');
insert into auth_records (model, id, doc) values ('session', '6b07e8a0bf49b1cdf649e22f', '{"expiresAt":"2026-12-03T08:06:56.165Z","token":"iu7YmV4kq5Ev3dmJApSPRng3EYePTlVj","createdAt":"2026-11-26T08:06:56.166Z","updatedAt":"2026-11-26T08:06:56.166Z","ipAddress":"","userAgent":"Mozilla/5.0 Firefox/150.0","userId":"6b07e88f3231f223249f3beb","id":"6b07e8a0bf49b1cdf649e22f"}');
insert into deliveries (id, user_id, project_id, run_id, recipient, state, created_at, due_at, version, doc, lease) values ('9c7051d6337e0b18a85ea9c8', '6b07e88f3231f223249f3beb', '6b07e89a2115434fcf9aa553', '6b07e89a71fca5fd03e19de1', 'the legal team', 'undeliverable', 1795680413693, null, 1, '{"_id":"9c7051d6337e0b18a85ea9c8","userId":"6b07e88f3231f223249f3beb","createdAt":"2026-11-26T08:06:53.693Z","updatedAt":"2026-11-26T08:06:53.693Z","version":1,"projectId":"6b07e89a2115434fcf9aa553","runId":"6b07e89a71fca5fd03e19de1","recipient":"the legal team","channel":"none","state":"undeliverable","reason":"The recipient is neither an email address nor an https URL.","attempts":[],"tries":0,"resends":0,"nextAttemptAt":null,"lease":null}', null);
insert into deliveries (id, user_id, project_id, run_id, recipient, state, created_at, due_at, version, doc, lease) values ('e3d3718ed381dcb1a142bf42', '6b07e88f3231f223249f3beb', '6b07e89a2115434fcf9aa553', '6b07e89ec04cc621220d7465', 'the legal team', 'undeliverable', 1795680414356, null, 1, '{"_id":"e3d3718ed381dcb1a142bf42","userId":"6b07e88f3231f223249f3beb","createdAt":"2026-11-26T08:06:54.356Z","updatedAt":"2026-11-26T08:06:54.356Z","version":1,"projectId":"6b07e89a2115434fcf9aa553","runId":"6b07e89ec04cc621220d7465","recipient":"the legal team","channel":"none","state":"undeliverable","reason":"The recipient is neither an email address nor an https URL.","attempts":[],"tries":0,"resends":0,"nextAttemptAt":null,"lease":null}', null);
insert into owned_totals (user_id, kind, total) values ('6b07e88f3231f223249f3beb', 'politics', 1);
insert into owned_totals (user_id, kind, total) values ('6b07e88f3231f223249f3beb', 'projects', 1);
insert into file_sizes (id, user_id, bytes, arriving_since) values ('58233710f95300659d2a5f8baa50925720186b73', '6b07e88f3231f223249f3beb', 31, null);
insert into file_sizes (id, user_id, bytes, arriving_since) values ('86f06e67b010642f26f0663e66bb68d04a2dfd45', '6b07e88f3231f223249f3beb', 1303, null);
insert into file_sizes (id, user_id, bytes, arriving_since) values ('b6e6ccd00b5c4084ee7d293ab447a01d6877abc1', '6b07e88f3231f223249f3beb', 39, null);
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 1, '{"at":"2026-11-26T08:06:50.541Z","data":{"rulesSha256":"2b7bbf1c43b194b354ff505f944b6239fe00b55a23fd0122c2f0f2074a1e56ad"},"hash":"1d7c1bda9f6e55fd581dec46733ab2637d13ca5e1f2d14c524b0b14c57546e17","previous":null,"runId":"6b07e89a71fca5fd03e19de1","sequence":1,"type":"run_created"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 2, '{"at":"2026-11-26T08:06:51.823Z","data":{"attempt":1,"proviso":"0.1.0"},"hash":"e3fa9dbfd00bfb3b56bdb988f48be7187c53e4d9c6b50d628106c981c53d563b","previous":"1d7c1bda9f6e55fd581dec46733ab2637d13ca5e1f2d14c524b0b14c57546e17","runId":"6b07e89a71fca5fd03e19de1","sequence":2,"type":"attempt_started"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 3, '{"at":"2026-11-26T08:06:53.293Z","data":{"file":{"countedAs":"file","fileIndex":1,"method":"text","name":"letter","pages":1,"role":"input","status":"read"},"sha256":"c42bd8d03602f9246822deea14f62c923f0e4325d27a68d33d3a4554ddd59f22"},"hash":"2cac9fd56fe8026b7ed4cca683e0702803bf78bec8a54b83d04c62144ba98509","previous":"e3fa9dbfd00bfb3b56bdb988f48be7187c53e4d9c6b50d628106c981c53d563b","runId":"6b07e89a71fca5fd03e19de1","sequence":3,"type":"file_read"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 4, '{"at":"2026-11-26T08:06:53.293Z","data":{"file":{"countedAs":"file","fileIndex":0,"method":"text","name":"offer.txt","pages":1,"role":"input","status":"read"},"sha256":"924bcc09d09f29c96ea0f8b895c22bbc64bad1d334fcbc0bd69a9e33ba4d8a3f"},"hash":"ec19a48ab199b4b9202604a2e89ba6e011910390bd17e98d83334a72ffe6de21","previous":"2cac9fd56fe8026b7ed4cca683e0702803bf78bec8a54b83d04c62144ba98509","runId":"6b07e89a71fca5fd03e19de1","sequence":4,"type":"file_read"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 5, '{"at":"2026-11-26T08:06:53.293Z","data":{"file":{"countedAs":"pages","fileIndex":0,"method":"text","name":"policy.pdf","pages":1,"role":"authority","status":"read"},"sha256":"4f60d8dce2edb18c2715e20f14cea9bb1b9f3d1135326075374f949f049ceefe"},"hash":"c560b75cbe19b8b33d87f82a6d6e978b98cc39d6e761ee63006a755fde6f0fe3","previous":"ec19a48ab199b4b9202604a2e89ba6e011910390bd17e98d83334a72ffe6de21","runId":"6b07e89a71fca5fd03e19de1","sequence":5,"type":"file_read"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 6, '{"at":"2026-11-26T08:06:53.293Z","data":{"findings":[{"id":"fbcd04b709643a9cc5a33fc6","sha256":"9bb8f217d470440ce2e3bb3ff6da1b2cb7de82dc95160922b3c165aa27df46ca"}]},"hash":"f9763b96e010954fafa131d71014b121e31aa8a00883316091c9e52aac070ade","previous":"c560b75cbe19b8b33d87f82a6d6e978b98cc39d6e761ee63006a755fde6f0fe3","runId":"6b07e89a71fca5fd03e19de1","sequence":6,"type":"findings_recorded"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 7, '{"at":"2026-11-26T08:06:53.699Z","data":{"resultSha256":"60bbfc64cf372b9d074158cccc27038c3285dc8e079ee72b21c61eab92855a8f","state":"completed"},"hash":"4ca46b3a188b0759483f8c16dcfff688155976d8d2bee9da2a87963bf3a3eeb1","previous":"f9763b96e010954fafa131d71014b121e31aa8a00883316091c9e52aac070ade","runId":"6b07e89a71fca5fd03e19de1","sequence":7,"type":"run_ended"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89a71fca5fd03e19de1', 8, '{"at":"2026-11-26T08:06:53.996Z","data":{"findingId":"fbcd04b709643a9cc5a33fc6","review":{"at":"2026-11-26T08:06:53.994Z","by":"ada@example.org","label":"CONFIRMED","outcome":"violated","reason":"The clause is struck out."}},"hash":"e967c8c763d67fd3c2f97cd540ef599cbe61adb03f3f901a418511deb2679d2f","previous":"4ca46b3a188b0759483f8c16dcfff688155976d8d2bee9da2a87963bf3a3eeb1","runId":"6b07e89a71fca5fd03e19de1","sequence":8,"type":"review_given"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 1, '{"at":"2026-11-26T08:06:54.063Z","data":{"rulesSha256":"05f2a5384552fc332eb63fa762f7a986800817134b67674864aef2ddf7e7fa47"},"hash":"64944462ea6830936966b6e83f2d3e2f8e5dfed17256650661d7d566e845809b","previous":null,"runId":"6b07e89ec04cc621220d7465","sequence":1,"type":"run_created"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 2, '{"at":"2026-11-26T08:06:54.243Z","data":{"attempt":1,"proviso":"0.1.0"},"hash":"3ffd32b0d4b6b5f8b7e45629598eca54f37869c3e096e76e646f5419947283b5","previous":"64944462ea6830936966b6e83f2d3e2f8e5dfed17256650661d7d566e845809b","runId":"6b07e89ec04cc621220d7465","sequence":2,"type":"attempt_started"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 3, '{"at":"2026-11-26T08:06:54.243Z","data":{"file":{"countedAs":"pages","fileIndex":0,"method":"text","name":"policy.pdf","pages":1,"role":"authority","status":"read"},"sha256":"4f60d8dce2edb18c2715e20f14cea9bb1b9f3d1135326075374f949f049ceefe"},"hash":"a948eac8c05b507948435de18c5a9c437130693c49dd90a6b580a79f7a449cd9","previous":"3ffd32b0d4b6b5f8b7e45629598eca54f37869c3e096e76e646f5419947283b5","runId":"6b07e89ec04cc621220d7465","sequence":3,"type":"file_read"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 4, '{"at":"2026-11-26T08:06:54.243Z","data":{"file":{"countedAs":"file","fileIndex":1,"method":"text","name":"letter","pages":1,"role":"input","status":"read"},"sha256":"c42bd8d03602f9246822deea14f62c923f0e4325d27a68d33d3a4554ddd59f22"},"hash":"931e3452b6d396c74f4b5b0c514f79c843095787d0df862d5cf55da6316312fa","previous":"a948eac8c05b507948435de18c5a9c437130693c49dd90a6b580a79f7a449cd9","runId":"6b07e89ec04cc621220d7465","sequence":4,"type":"file_read"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 5, '{"at":"2026-11-26T08:06:54.243Z","data":{"file":{"countedAs":"file","fileIndex":0,"method":"text","name":"offer.txt","pages":1,"role":"input","status":"read"},"sha256":"924bcc09d09f29c96ea0f8b895c22bbc64bad1d334fcbc0bd69a9e33ba4d8a3f"},"hash":"e9c178d8b3dc70810f9f96d71806a473344cf952e8c0c29d22ce7b8544e6352a","previous":"931e3452b6d396c74f4b5b0c514f79c843095787d0df862d5cf55da6316312fa","runId":"6b07e89ec04cc621220d7465","sequence":5,"type":"file_read"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 6, '{"at":"2026-11-26T08:06:54.243Z","data":{"findings":[{"id":"7180b73b3f065778bd5571a8","sha256":"b416ebe37887420f897c9f387acfc21068ec308a0928b0f0cee80f0a5b23aea1"}]},"hash":"dddd14d8847ceea1fd09dc906abbae8e76f9170988c6b1fdd96e0607850ad679","previous":"e9c178d8b3dc70810f9f96d71806a473344cf952e8c0c29d22ce7b8544e6352a","runId":"6b07e89ec04cc621220d7465","sequence":6,"type":"findings_recorded"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 7, '{"at":"2026-11-26T08:06:54.309Z","data":{"findings":[{"id":"06847c711c34f2a40ff916af","sha256":"1cf72c86c8e9f765005d2f46e78bca1c8c8aecbff1957457546587255942bff7"}]},"hash":"ce6056dd6ec2ee32c41c2fee2a392da62d6fe70a31bf8ee54bb6889ae3d11584","previous":"dddd14d8847ceea1fd09dc906abbae8e76f9170988c6b1fdd96e0607850ad679","runId":"6b07e89ec04cc621220d7465","sequence":7,"type":"findings_recorded"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 8, '{"at":"2026-11-26T08:06:54.359Z","data":{"resultSha256":"73ab6b56f18e6591e9c04f240cd3f99bf2b5921ad58aea8c3460ae185374811a","state":"completed"},"hash":"d05de297336faeab6f36cd185bb3d83f42fbc74bebd042a0ddde414d22b88e46","previous":"ce6056dd6ec2ee32c41c2fee2a392da62d6fe70a31bf8ee54bb6889ae3d11584","runId":"6b07e89ec04cc621220d7465","sequence":8,"type":"run_ended"}');
insert into run_events (user_id, run_id, sequence, entry) values ('6b07e88f3231f223249f3beb', '6b07e89ec04cc621220d7465', 9, '{"at":"2026-11-26T08:06:54.537Z","data":{"at":"2026-11-26T08:06:54.531Z","by":"ada@example.org","comment":"Ready for Monday.","open":{"findings":2,"notReviewed":1,"outcomes":{"conflicting":0,"not_applicable":0,"partly_satisfied":0,"satisfied":1,"undetermined":0,"violated":1}}},"hash":"3576e6352d9eeb8c2753e5887f08ec6976b36ea3fcd9e811035d9136ca3ba7a8","previous":"d05de297336faeab6f36cd185bb3d83f42fbc74bebd042a0ddde414d22b88e46","runId":"6b07e89ec04cc621220d7465","sequence":9,"type":"signed_off"}');
insert into signing_keys (id, x, since) values ('xYe7NnDYuXJ6EP_J8_qblHXGPq05agk-geE1PZyWA6E', '-LsAzVWtWSlhzkt_HSJQ9-8cwduQXhudHeQCAFq0G0s', '2026-11-26T08:06:39.177Z');
insert into webhook_rotations (user_id, url, rotation, previous_until, change_id) values ('6b07e88f3231f223249f3beb', 'https://example.org/ada@example.org', 1, '2026-11-27T08:06:54.566Z', '6b07e89e2b23248449bec5e2');
CREATE INDEX politics_by_owner on politics (user_id, updated_at desc, id);
CREATE INDEX projects_by_owner on projects (user_id, updated_at desc, id);
CREATE INDEX projects_by_politics on projects (user_id, politics_id);
CREATE INDEX asset_uses_by_record on asset_uses (record_id);
CREATE INDEX runs_by_project on runs (user_id, project_id, created_at desc, id);
CREATE INDEX runs_due on runs (due_at) where due_at is not null;
CREATE INDEX runs_by_end on runs (ended_at, id) where ended_at is not null;
CREATE INDEX runs_unfinished on runs (settled, created_at) where settled = 0;
CREATE UNIQUE INDEX findings_in_order on findings (user_id, run_id, rule_index, subject);
CREATE INDEX findings_by_id on findings (user_id, run_id, id);
CREATE INDEX tokens_by_owner on tokens (user_id, created_at desc, id);
CREATE INDEX idempotent_requests_by_expiry on idempotent_requests (expires_at);
CREATE UNIQUE INDEX auth_users_by_email on auth_records (json_extract(doc, '$.email')) where model = 'user';
CREATE UNIQUE INDEX auth_sessions_by_token on auth_records (json_extract(doc, '$.token')) where model = 'session';
CREATE INDEX auth_sessions_by_user on auth_records (json_extract(doc, '$.userId')) where model = 'session';
CREATE INDEX auth_accounts_by_user on auth_records (json_extract(doc, '$.userId')) where model = 'account';
CREATE INDEX auth_verifications on auth_records (json_extract(doc, '$.identifier')) where model = 'verification';
CREATE INDEX deliveries_by_project on deliveries (user_id, project_id, created_at desc, id);
CREATE INDEX deliveries_by_owner on deliveries (user_id, created_at);
CREATE INDEX deliveries_by_recipient on deliveries (user_id, recipient, state);
CREATE INDEX deliveries_by_run on deliveries (run_id);
CREATE INDEX deliveries_due on deliveries (due_at, id) where due_at is not null;
CREATE INDEX runs_held on runs (lease_owner) where lease_owner is not null;
CREATE INDEX deliveries_held on deliveries (lease) where lease is not null;
CREATE INDEX runs_unended on runs (user_id) where ended_at is null;
CREATE INDEX file_sizes_by_owner on file_sizes (user_id, bytes);
CREATE INDEX file_sizes_arriving on file_sizes (arriving_since) where arriving_since is not null;
CREATE INDEX politics_by_id on politics (user_id, id);
CREATE INDEX projects_by_id on projects (user_id, id);
CREATE TRIGGER politics_added after insert on politics begin
    insert into owned_totals values (new.user_id, 'politics', 1)
      on conflict (user_id, kind) do update set total = total + 1;
  end;
CREATE TRIGGER politics_removed after delete on politics begin
    update owned_totals set total = total - 1 where user_id = old.user_id and kind = 'politics';
    delete from owned_totals where user_id = old.user_id and kind = 'politics' and total = 0;
  end;
CREATE TRIGGER politics_moved after update of user_id on politics when new.user_id <> old.user_id begin
    update owned_totals set total = total - 1 where user_id = old.user_id and kind = 'politics';
    delete from owned_totals where user_id = old.user_id and kind = 'politics' and total = 0;
    insert into owned_totals values (new.user_id, 'politics', 1)
      on conflict (user_id, kind) do update set total = total + 1;
  end;
CREATE TRIGGER projects_added after insert on projects begin
    insert into owned_totals values (new.user_id, 'projects', 1)
      on conflict (user_id, kind) do update set total = total + 1;
  end;
CREATE TRIGGER projects_removed after delete on projects begin
    update owned_totals set total = total - 1 where user_id = old.user_id and kind = 'projects';
    delete from owned_totals where user_id = old.user_id and kind = 'projects' and total = 0;
  end;
CREATE TRIGGER projects_moved after update of user_id on projects when new.user_id <> old.user_id begin
    update owned_totals set total = total - 1 where user_id = old.user_id and kind = 'projects';
    delete from owned_totals where user_id = old.user_id and kind = 'projects' and total = 0;
    insert into owned_totals values (new.user_id, 'projects', 1)
      on conflict (user_id, kind) do update set total = total + 1;
  end;
pragma user_version = 10;
