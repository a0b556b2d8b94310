-- A workspace as caplo left it at schema 9: rows of every table. Released schemas do not change,
-- and neither does this file.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE bodies (
    digest TEXT NOT NULL PRIMARY KEY,
    body   TEXT NOT NULL -- JSON
) STRICT;
INSERT INTO bodies VALUES('sha256:5cef92e3f0f47e0cd494cf11327aa046c5e18a9cf14b4b3250a9ef57a0193d6c','{"instructions":"Answer by the returns policy.","knowledgeBases":["returns-policy"],"name":"Support"}');
INSERT INTO bodies VALUES('sha256:e83f23a21d7c4cd919a91913e185d4672a6e70060f74df5e11d82656af5b05a7','{"documents":[{"path":"returns.md","text":"Shoes may be returned within 30 days.\n"}]}');
INSERT INTO bodies VALUES('sha256:45c29b2604caaa6cd5884d7dce3b9852886b4a1b40c1e2a9941d9d33e91687fc','[{"answerContains":"30 days","desiredOutcome":"Says 30 days.","input":"How long may I return shoes?","name":"one"},{"answerContains":"never said","desiredOutcome":"Greets.","input":"Hello","name":"two"}]');
INSERT INTO bodies VALUES('sha256:643847f1aaa12f23ee2e3628373d975c3a773b34780efe8171ca289fc5f967b7','[{"id":"c_6nygehxvvmn444pz","name":"one","input":"How long may I return shoes?","desiredOutcome":"Says 30 days.","answerContains":"30 days"},{"id":"c_m7kja3rva5rlaet5","name":"two","input":"Hello","desiredOutcome":"Greets.","answerContains":"never said"}]');
INSERT INTO bodies VALUES('sha256:ca513c567b53574c0d9e982c206d569b11f9dc81e7fa8c39d6b83c1bb4d784c8','{"instructions":"Always answer by the returns policy.","knowledgeBases":["returns-policy"],"name":"Support"}');
INSERT INTO bodies VALUES('sha256:5318da2849b70848bb0ffb0c5e0a6c0aa5c109881c3b49438e75434e4d9ff5f3','{"instructions":"Look orders up.","name":"Orders"}');
INSERT INTO bodies VALUES('sha256:a32f417f3abbfa043d44d25d946199390d307d7fff557cd32b0259b4d525a520','[{"desiredOutcome":"done","input":"Where is my order?","name":"where"}]');
INSERT INTO bodies VALUES('sha256:0eec5346801576fdfbf70f6afcb50903e1af0684ccb8ca9a954932e4a0a43795','[{"id":"c_qlrenxfbgsj57hku","name":"where","input":"Where is my order?","desiredOutcome":"done"}]');
CREATE TABLE heads (
    kind     TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    digest   TEXT    NOT NULL,
    body     TEXT    NOT NULL REFERENCES bodies (digest) DEFERRABLE INITIALLY DEFERRED,
    project  TEXT    NOT NULL,
    cases    INTEGER NOT NULL,
    refs     TEXT    NOT NULL, -- JSON
    PRIMARY KEY (kind, key)
) STRICT;
INSERT INTO heads VALUES('agent','support',5,'sha256:5cef92e3f0f47e0cd494cf11327aa046c5e18a9cf14b4b3250a9ef57a0193d6c','sha256:5cef92e3f0f47e0cd494cf11327aa046c5e18a9cf14b4b3250a9ef57a0193d6c','shop',0,'[{"kind":"knowledge","key":"returns-policy"}]');
INSERT INTO heads VALUES('knowledge','returns-policy',1,'sha256:e83f23a21d7c4cd919a91913e185d4672a6e70060f74df5e11d82656af5b05a7','sha256:e83f23a21d7c4cd919a91913e185d4672a6e70060f74df5e11d82656af5b05a7','shop',0,'null');
INSERT INTO heads VALUES('suite','support',1,'sha256:45c29b2604caaa6cd5884d7dce3b9852886b4a1b40c1e2a9941d9d33e91687fc','sha256:643847f1aaa12f23ee2e3628373d975c3a773b34780efe8171ca289fc5f967b7','shop',2,'null');
CREATE TABLE history (
    kind     TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    digest   TEXT    NOT NULL,
    body     TEXT    NOT NULL REFERENCES bodies (digest) DEFERRABLE INITIALLY DEFERRED,
    project  TEXT    NOT NULL,
    cases    INTEGER NOT NULL,
    refs     TEXT    NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, -- JSON
    PRIMARY KEY (kind, key, revision)
) STRICT;
INSERT INTO history VALUES('agent','support',1,'sha256:5cef92e3f0f47e0cd494cf11327aa046c5e18a9cf14b4b3250a9ef57a0193d6c','sha256:5cef92e3f0f47e0cd494cf11327aa046c5e18a9cf14b4b3250a9ef57a0193d6c','shop',0,'[{"kind":"knowledge","key":"returns-policy"}]',0);
INSERT INTO history VALUES('knowledge','returns-policy',1,'sha256:e83f23a21d7c4cd919a91913e185d4672a6e70060f74df5e11d82656af5b05a7','sha256:e83f23a21d7c4cd919a91913e185d4672a6e70060f74df5e11d82656af5b05a7','shop',0,'null',0);
INSERT INTO history VALUES('suite','support',1,'sha256:45c29b2604caaa6cd5884d7dce3b9852886b4a1b40c1e2a9941d9d33e91687fc','sha256:643847f1aaa12f23ee2e3628373d975c3a773b34780efe8171ca289fc5f967b7','shop',2,'null',0);
INSERT INTO history VALUES('agent','support',2,'sha256:ca513c567b53574c0d9e982c206d569b11f9dc81e7fa8c39d6b83c1bb4d784c8','sha256:ca513c567b53574c0d9e982c206d569b11f9dc81e7fa8c39d6b83c1bb4d784c8','shop',0,'[{"kind":"knowledge","key":"returns-policy"}]',0);
INSERT INTO history VALUES('agent','orders',3,'sha256:5318da2849b70848bb0ffb0c5e0a6c0aa5c109881c3b49438e75434e4d9ff5f3','sha256:5318da2849b70848bb0ffb0c5e0a6c0aa5c109881c3b49438e75434e4d9ff5f3','shop',0,'[]',0);
INSERT INTO history VALUES('suite','orders',3,'sha256:a32f417f3abbfa043d44d25d946199390d307d7fff557cd32b0259b4d525a520','sha256:0eec5346801576fdfbf70f6afcb50903e1af0684ccb8ca9a954932e4a0a43795','shop',1,'null',0);
INSERT INTO history VALUES('agent','orders',4,'sha256:5318da2849b70848bb0ffb0c5e0a6c0aa5c109881c3b49438e75434e4d9ff5f3','sha256:5318da2849b70848bb0ffb0c5e0a6c0aa5c109881c3b49438e75434e4d9ff5f3','shop',0,'[]',1);
INSERT INTO history VALUES('suite','orders',4,'sha256:a32f417f3abbfa043d44d25d946199390d307d7fff557cd32b0259b4d525a520','sha256:0eec5346801576fdfbf70f6afcb50903e1af0684ccb8ca9a954932e4a0a43795','shop',1,'null',1);
INSERT INTO history VALUES('agent','support',5,'sha256:5cef92e3f0f47e0cd494cf11327aa046c5e18a9cf14b4b3250a9ef57a0193d6c','sha256:5cef92e3f0f47e0cd494cf11327aa046c5e18a9cf14b4b3250a9ef57a0193d6c','shop',0,'[{"kind":"knowledge","key":"returns-policy"}]',0);
CREATE TABLE revisions (
    number   INTEGER NOT NULL PRIMARY KEY,
    created  INTEGER NOT NULL, -- microseconds, UTC
    project  TEXT    NOT NULL,
    push_key TEXT    NOT NULL,
    request  TEXT    NOT NULL,
    plan     TEXT    NOT NULL  -- JSON
, author TEXT NOT NULL DEFAULT '', origin TEXT NOT NULL DEFAULT 'push', git TEXT NOT NULL DEFAULT 'null') STRICT;
INSERT INTO revisions VALUES(1,1796060875908110,'shop','ENY5UYYSPDE3UA4QESTRCLKXL3','sha256:a25e303cfb052ed002906bf9cdd040543264661373302cf01475c2e6c1da0e44','{"resources":[{"kind":"agent","key":"support","change":"created","fields":[]},{"kind":"knowledge","key":"returns-policy","change":"created","fields":[]}],"suites":[{"agent":"support","added":["one","two"],"changed":[],"unchanged":0,"removed":[]}],"unproved":[]}','','push','null');
INSERT INTO revisions VALUES(2,1796060876083004,'shop','EOY6EL3TUPPV4UJ6G4U565OBQ7','sha256:03abcfb0c89a93caa21ed390b306b42cd706434eccdf8e2dd0b6d46b0e893812','{"resources":[{"kind":"agent","key":"support","change":"updated","fields":["instructions"]},{"kind":"knowledge","key":"returns-policy","change":"unchanged","fields":[]}],"suites":[{"agent":"support","added":[],"changed":[],"unchanged":2,"removed":[]}],"unproved":[]}','owner','push','null');
INSERT INTO revisions VALUES(3,1796064190529622,'shop','K7QJ2MZ5W4RHTX3CVBNA6YPDLE','sha256:c8357522812472ad9795776c0b8af08d3ca603c22e3c6adb79a7747e542cebe9','{"resources":[{"kind":"agent","key":"support","change":"unchanged","fields":[]},{"kind":"knowledge","key":"returns-policy","change":"unchanged","fields":[]},{"kind":"agent","key":"orders","change":"created","fields":[]}],"suites":[{"agent":"orders","added":["where"],"changed":[],"unchanged":0,"removed":[]}],"unproved":[]}','local','push','{"commit":"6f1c3b0e9d2a4b5c8e7f60718293a4b5c6d7e8f9","branch":"main","dirty":true}');
INSERT INTO revisions VALUES(4,1796064190535284,'shop','U3GQXWTB5RN7YKJZ2PMHA4VCDF','sha256:2ffe96a82cfad662b6e0d5c85315290aef2f9d0b301400021d40d3451dccf320','{"resources":[{"kind":"agent","key":"support","change":"unchanged","fields":[]},{"kind":"knowledge","key":"returns-policy","change":"unchanged","fields":[]}],"suites":[],"unproved":[],"deleted":[{"kind":"agent","key":"orders","cases":1}]}','local','push','{"commit":"6f1c3b0e9d2a4b5c8e7f60718293a4b5c6d7e8f9","branch":"main","dirty":true}');
INSERT INTO revisions VALUES(5,1796064190537336,'shop','','','{"resources":[{"kind":"agent","key":"support","change":"updated","fields":["instructions"]}],"suites":[],"unproved":[]}','local','restore','null');
CREATE TABLE runs (
    number       INTEGER NOT NULL PRIMARY KEY, -- in the order of creating
    id           TEXT    NOT NULL UNIQUE,
    agent        TEXT    NOT NULL,
    key          TEXT    NOT NULL,
    draft        TEXT    NOT NULL,
    suite        TEXT    NOT NULL,
    status       TEXT    NOT NULL CHECK (status IN ('open', 'finished', 'cancelled')),
    is_full      INTEGER NOT NULL CHECK (is_full IN (0, 1)),
    created      INTEGER NOT NULL, -- microseconds, UTC
    finished     INTEGER,          -- microseconds, UTC
    finish_order INTEGER,
    time_limit   INTEGER NOT NULL, -- microseconds
    cases        INTEGER NOT NULL,
    ok           INTEGER NOT NULL,
    failed       INTEGER NOT NULL,
    errors       INTEGER NOT NULL,
    terms        TEXT    NOT NULL, -- JSON
    pinned       TEXT    NOT NULL, started_by TEXT NOT NULL DEFAULT '', start_key TEXT NOT NULL DEFAULT '', -- JSON
    CHECK ((status = 'open') = (finish_order IS NULL))
) STRICT;
INSERT INTO runs VALUES(1,'run_s56aw6fesmygnrrm','support','sha256:7ef7ed1fcebccc73fe63112c4713d99c8c6dd05ac1e8adc1ed8e2ffd0fb50fc7','sha256:18026cd2c71032cf6ba6f8a46f918cff92beac971ffa4980f10dcc9d9e8ed033','sha256:45c29b2604caaa6cd5884d7dce3b9852886b4a1b40c1e2a9941d9d33e91687fc','finished',1,1796060876084438,1796060876119862,1,600000000,2,1,1,0,'{"models":{"support":{"provider":"rehearsal","kind":"rehearsal"}},"grader":{"provider":"rehearsal","kind":"rehearsal"},"decider":{"provider":"builtin","kind":"builtin"},"fastDecisions":true,"tools":"examples","repeat":1,"votes":1,"engine":"1","place":"c2897b23f9681c7bd8767a6e073367f6"}','[{"kind":"agent","key":"support","digest":"sha256:ca513c567b53574c0d9e982c206d569b11f9dc81e7fa8c39d6b83c1bb4d784c8"},{"kind":"knowledge","key":"returns-policy","digest":"sha256:e83f23a21d7c4cd919a91913e185d4672a6e70060f74df5e11d82656af5b05a7"}]','','');
INSERT INTO runs VALUES(2,'run_4yijjs7r3kixclm3','support','sha256:a5963d32fa5202fc2024913d4a63ecdb2acd8c43c8eca99e735d5164c680f2d6','sha256:18026cd2c71032cf6ba6f8a46f918cff92beac971ffa4980f10dcc9d9e8ed033','sha256:45c29b2604caaa6cd5884d7dce3b9852886b4a1b40c1e2a9941d9d33e91687fc','finished',1,1796060888371716,1796060888384313,2,600000000,2,1,1,0,'{"models":{"support":{"provider":"rehearsal","kind":"rehearsal"}},"grader":{"provider":"rehearsal","kind":"rehearsal"},"decider":{"provider":"builtin","kind":"builtin"},"fastDecisions":true,"tools":"examples","repeat":1,"votes":1,"engine":"1","place":"served"}','[{"kind":"agent","key":"support","digest":"sha256:ca513c567b53574c0d9e982c206d569b11f9dc81e7fa8c39d6b83c1bb4d784c8"},{"kind":"knowledge","key":"returns-policy","digest":"sha256:e83f23a21d7c4cd919a91913e185d4672a6e70060f74df5e11d82656af5b05a7"}]','owner (first)','abc');
CREATE TABLE run_cases (
    run        TEXT    NOT NULL REFERENCES runs (id),
    position   INTEGER NOT NULL,
    case_id    TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('queued', 'running', 'done')),
    owner      TEXT    NOT NULL, -- empty unless running
    attempt    INTEGER NOT NULL,
    seq        INTEGER,          -- order of finishing within the run, from 1
    outcome    TEXT    NOT NULL, -- empty until done
    micros     INTEGER NOT NULL,
    definition TEXT    NOT NULL, -- JSON: the run's own copy of the case
    result     TEXT,             -- JSON
    PRIMARY KEY (run, position),
    CHECK ((status = 'running') = (owner <> '')),
    CHECK ((status = 'done') = (seq IS NOT NULL AND result IS NOT NULL AND outcome <> ''))
) STRICT;
INSERT INTO run_cases VALUES('run_s56aw6fesmygnrrm',0,'c_6nygehxvvmn444pz','one','done','',1,1,'ok',1038,'{"name":"one","input":"How long may I return shoes?","desiredOutcome":"Says 30 days.","answerContains":"30 days"}','{"outcome":"ok","checks":[{"check":"turnCompleted","pass":true},{"check":"noBusinessAction","pass":true},{"check":"withinLimits","pass":true},{"check":"answerContains","pass":true},{"check":"desiredOutcome","pass":true}],"verdict":{"achieved":true,"rationale":"The reply: it says \"30\"."},"trace":{"steps":[{"agent":"support","kind":"knowledge","name":"search_knowledge","args":{"query":"How long may I return shoes?"},"result":{"passages":[{"knowledgeBase":"returns-policy","document":"returns.md","heading":"","text":"Shoes may be returned within 30 days."}]},"passages":[{"knowledgeBase":"returns-policy","document":"returns.md","text":"Shoes may be returned within 30 days.","score":0.639293494337291}],"micros":113}],"reply":"Shoes may be returned within 30 days.","end":{"kind":"reply"},"usage":[{"model":"rehearsal","calls":3,"inputTokens":376,"outputTokens":19}],"ledger":[],"micros":580}}');
INSERT INTO run_cases VALUES('run_s56aw6fesmygnrrm',1,'c_m7kja3rva5rlaet5','two','done','',1,2,'failed',325,'{"name":"two","input":"Hello","desiredOutcome":"Greets.","answerContains":"never said"}','{"outcome":"failed","checks":[{"check":"turnCompleted","pass":true},{"check":"noBusinessAction","pass":true},{"check":"withinLimits","pass":true},{"check":"answerContains","pass":false,"message":"the reply does not contain \"never said\"","expected":"never said","seen":"Hello! How can I help you?"},{"check":"desiredOutcome","pass":true,"message":"outcome not judged"}],"verdict":{"achieved":false,"rationale":"The desired outcome names no number, id, quoted phrase or returned value to go by.","notJudged":true},"trace":{"steps":[],"reply":"Hello! How can I help you?","end":{"kind":"reply"},"usage":[{"model":"rehearsal","calls":2,"inputTokens":277,"outputTokens":21}],"ledger":[],"micros":182}}');
INSERT INTO run_cases VALUES('run_4yijjs7r3kixclm3',0,'c_6nygehxvvmn444pz','one','done','',1,2,'ok',4146,'{"name":"one","input":"How long may I return shoes?","desiredOutcome":"Says 30 days.","answerContains":"30 days"}','{"outcome":"ok","checks":[{"check":"turnCompleted","pass":true},{"check":"noBusinessAction","pass":true},{"check":"withinLimits","pass":true},{"check":"answerContains","pass":true},{"check":"desiredOutcome","pass":true}],"verdict":{"achieved":true,"rationale":"The reply: it says \"30\"."},"trace":{"steps":[{"agent":"support","kind":"knowledge","name":"search_knowledge","args":{"query":"How long may I return shoes?"},"result":{"passages":[{"knowledgeBase":"returns-policy","document":"returns.md","heading":"","text":"Shoes may be returned within 30 days."}]},"passages":[{"knowledgeBase":"returns-policy","document":"returns.md","text":"Shoes may be returned within 30 days.","score":0.639293494337291}],"micros":615}],"reply":"Shoes may be returned within 30 days.","end":{"kind":"reply"},"usage":[{"model":"rehearsal","calls":3,"inputTokens":376,"outputTokens":19}],"ledger":[],"micros":2289}}');
INSERT INTO run_cases VALUES('run_4yijjs7r3kixclm3',1,'c_m7kja3rva5rlaet5','two','done','',1,1,'failed',2126,'{"name":"two","input":"Hello","desiredOutcome":"Greets.","answerContains":"never said"}','{"outcome":"failed","checks":[{"check":"turnCompleted","pass":true},{"check":"noBusinessAction","pass":true},{"check":"withinLimits","pass":true},{"check":"answerContains","pass":false,"message":"the reply does not contain \"never said\"","expected":"never said","seen":"Hello! How can I help you?"},{"check":"desiredOutcome","pass":true,"message":"outcome not judged"}],"verdict":{"achieved":false,"rationale":"The desired outcome names no number, id, quoted phrase or returned value to go by.","notJudged":true},"trace":{"steps":[],"reply":"Hello! How can I help you?","end":{"kind":"reply"},"usage":[{"model":"rehearsal","calls":2,"inputTokens":277,"outputTokens":21}],"ledger":[],"micros":875}}');
CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL -- JSON
) STRICT;
INSERT INTO settings VALUES('example','{"on":true}');
INSERT INTO settings VALUES('workspace','{"id":"ws_mlj3b2oxwo6kzgq4"}');
CREATE TABLE members (
    number  INTEGER NOT NULL PRIMARY KEY, -- in the order of creating
    id      TEXT    NOT NULL UNIQUE,
    name    TEXT    NOT NULL,
    role    TEXT    NOT NULL,
    created INTEGER NOT NULL, -- microseconds, UTC
    removed INTEGER           -- microseconds, UTC
) STRICT;
INSERT INTO members VALUES(1,'m_w27hnhrfpiae5w5w','owner','owner',1796060887740965,NULL);
CREATE TABLE keys (
    number  INTEGER NOT NULL PRIMARY KEY, -- in the order of creating
    id      TEXT    NOT NULL UNIQUE,
    name    TEXT    NOT NULL,
    member  TEXT    NOT NULL REFERENCES members (id),
    scopes  TEXT    NOT NULL, -- JSON
    hash    TEXT    NOT NULL, -- SHA-256 of the secret, hexadecimal
    made_by TEXT    NOT NULL,
    created INTEGER NOT NULL, -- microseconds, UTC, as all times here
    expires INTEGER,
    used    INTEGER,
    revoked INTEGER
) STRICT;
INSERT INTO keys VALUES(1,'tznwdyxly5odb3aw','first','m_w27hnhrfpiae5w5w','["agents:read","agents:write","agents:publish","settings:write"]','512e3514175aab470856976339625bd3f2b1e8bf9f7ac86ab5534fab86a3d915','setup',1796060887741106,NULL,1796060888370822,NULL);
INSERT INTO keys VALUES(2,'fp2yuawnza3kwteg','ci','m_w27hnhrfpiae5w5w','["agents:read"]','97f71c9d24332dfa2cbe1461ccacc47bc8e1591d642b33f96ca060770f123ba2','owner (first)',1796060888414231,NULL,NULL,NULL);
CREATE UNIQUE INDEX revisions_by_push_key ON revisions (push_key) WHERE push_key <> '';
CREATE INDEX runs_by_agent ON runs (agent, number);
CREATE INDEX runs_by_key ON runs (key, number);
CREATE INDEX runs_by_draft ON runs (draft, number);
CREATE INDEX runs_open ON runs (number) WHERE status = 'open';
CREATE UNIQUE INDEX runs_by_finish ON runs (finish_order) WHERE finish_order IS NOT NULL;
CREATE INDEX run_cases_queued ON run_cases (run, position) WHERE status = 'queued';
CREATE INDEX run_cases_running ON run_cases (owner) WHERE status = 'running';
CREATE UNIQUE INDEX run_cases_done ON run_cases (run, seq) WHERE seq IS NOT NULL;
CREATE INDEX keys_by_member ON keys (member, number);
CREATE UNIQUE INDEX runs_by_start_key ON runs (start_key) WHERE start_key <> '';
CREATE INDEX run_cases_by_case ON run_cases (case_id) WHERE status = 'done';
PRAGMA application_id = 1667330156;
PRAGMA user_version = 9;
COMMIT;
