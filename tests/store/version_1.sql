BEGIN TRANSACTION;
CREATE TABLE jobs (
	id VARCHAR NOT NULL,
	kind VARCHAR NOT NULL,
	subject VARCHAR NOT NULL,
	request TEXT NOT NULL,
	state VARCHAR NOT NULL,
	done INTEGER NOT NULL,
	total INTEGER NOT NULL,
	created FLOAT NOT NULL,
	started FLOAT,
	heartbeat FLOAT,
	finished FLOAT,
	attempts INTEGER NOT NULL,
	cancel BOOLEAN NOT NULL,
	result TEXT,
	problem TEXT,
	PRIMARY KEY (id)
);
INSERT INTO "jobs" VALUES('2460e8c5f2e0','null','a41f591fba95db6e','{"folds": 0, "pair": "2868af33cf5b", "permutations": 2, "vectors": [[0.3, 0.4, 0.3]]}','queued',0,0,1.79481942936534214017e+09,NULL,NULL,NULL,0,0,NULL,NULL);
CREATE TABLE pairs (
	id VARCHAR NOT NULL,
	title VARCHAR NOT NULL,
	request TEXT NOT NULL,
	created FLOAT NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "pairs" VALUES('2868af33cf5b','left : right','{"attribute_map": [], "balance": false, "class_map": [], "left": {"cut": null, "encoding": null, "id": "853faf667a0a901940101d36", "name": "left", "origin": "upload", "sheet": null, "target": null}, "missing": "fail", "rejected": [], "right": {"cut": null, "encoding": null, "id": "f7eabc30cec493689be780eb", "name": "right", "origin": "upload", "sheet": null, "target": null}, "right_class_map": [], "scale": "rank", "seed": 0}',1.79481940198325562473e+09);
CREATE TABLE runs (
	id VARCHAR NOT NULL,
	pair VARCHAR,
	name VARCHAR NOT NULL,
	note TEXT NOT NULL,
	pinned BOOLEAN NOT NULL,
	created FLOAT NOT NULL,
	used FLOAT NOT NULL,
	seconds FLOAT NOT NULL,
	deleted FLOAT,
	summary TEXT NOT NULL,
	document TEXT NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(pair) REFERENCES pairs (id)
);
INSERT INTO "runs" VALUES('a41f591fba95db6e','2868af33cf5b','first','it''s a note; with '' and 中',0,1.79481942931219863894e+09,1.79481942931219863894e+09,0.25,NULL,'{"pair": {"left": {"name": "left", "rows": 9, "gained": 0, "filled": 0, "held_out": 0}, "right": {"name": "right", "rows": 8, "gained": 0, "filled": 0, "held_out": 0}, "attributes": 3, "classes": ["neg", "pos"], "values": {}, "fingerprint": "356eff12f6c8b6f5c484d0b1ab0ba0f1", "assumed": []}, "config": {"k": 2, "method": "parallel", "weights": {"ig": 0.3, "ds": 0.4, "atd": 0.3}, "aus": "lnc", "atd": "avgmin", "ell": 3, "attr_fraction": 1.0, "min_size": 0.16, "max_depth": 2, "traversal": "depth", "scale": "rank", "balance": false, "missing": "fail", "seed": 0, "exclude": [], "roots": [], "holdout": 0.0}, "scores": {"sa": 0.8125, "ds": 0.9933571024823394, "td": 0.5917517095361369, "sdtsq": 0.47292970443694654}, "p_value": null, "trees": "cb2579747904d94d"}','{
 "format": "ksdt-result/1",
 "pair": {
  "left": {"name": "left", "rows": 9, "gained": 0, "filled": 0, "held_out": 0},
  "right": {"name": "right", "rows": 8, "gained": 0, "filled": 0, "held_out": 0},
  "attributes": 3,
  "classes": ["neg", "pos"],
  "values": {"colour": ["blue", "red"]},
  "fingerprint": "356eff12f6c8b6f5c484d0b1ab0ba0f1",
  "assumed": []
 },
 "config": {
  "k": 2,
  "method": "parallel",
  "weights": {"ig": 0.3, "ds": 0.4, "atd": 0.3},
  "aus": "lnc",
  "atd": "avgmin",
  "ell": 3,
  "attr_fraction": 1.0,
  "min_size": 0.16,
  "max_depth": 2,
  "traversal": "depth",
  "scale": "rank",
  "balance": false,
  "missing": "fail",
  "seed": 0,
  "exclude": [],
  "roots": [],
  "holdout": 0.0
 },
 "scores": {"sa": 0.8125, "ds": 0.9933571024823394, "td": 0.5917517095361369, "sdtsq": 0.47292970443694654},
 "trees": [
  {
   "scores": {
    "sa": 0.875,
    "ds": 0.9880087449396502,
    "sdtq": 0.815066325911097,
    "accuracy_left": 1.0,
    "accuracy_right": 0.875
   },
   "nodes": [
    {"id": 0, "parent": null, "level": 1, "attribute": "age", "threshold": 0.4222222222222222, "threshold_left": 4.5, "threshold_right": 3.5, "category": null, "left": 1, "right": 2, "cdv_left": [4, 5], "cdv_right": [4, 4], "dsn": 0.9938837346736188, "label": "pos"},
    {"id": 1, "parent": 0, "level": 2, "attribute": null, "threshold": null, "threshold_left": null, "threshold_right": null, "category": null, "left": null, "right": null, "cdv_left": [4, 0], "cdv_right": [3, 0], "dsn": 1.0, "label": "neg"},
    {"id": 2, "parent": 0, "level": 2, "attribute": null, "threshold": null, "threshold_left": null, "threshold_right": null, "category": null, "left": null, "right": null, "cdv_left": [0, 5], "cdv_right": [1, 4], "dsn": 0.9701425001453319, "label": "pos"}
   ]
  },
  {
   "scores": {
    "sa": 0.75,
    "ds": 0.9987054600250287,
    "sdtq": 0.6557645475093857,
    "accuracy_left": 0.7777777777777778,
    "accuracy_right": 0.75
   },
   "nodes": [
    {"id": 0, "parent": null, "level": 1, "attribute": "colour", "threshold": null, "threshold_left": null, "threshold_right": null, "category": "blue", "left": 1, "right": 2, "cdv_left": [4, 5], "cdv_right": [4, 4], "dsn": 0.9938837346736188, "label": "pos"},
    {"id": 1, "parent": 0, "level": 2, "attribute": "height", "threshold": 0.41944444444444445, "threshold_left": 10.5, "threshold_right": 21.5, "category": null, "left": 3, "right": 4, "cdv_left": [1, 4], "cdv_right": [1, 3], "dsn": 0.9970544855015815, "label": "pos"},
    {"id": 2, "parent": 0, "level": 2, "attribute": "age", "threshold": 0.3666666666666667, "threshold_left": 3.5, "threshold_right": 3.5, "category": null, "left": 5, "right": 6, "cdv_left": [3, 1], "cdv_right": [3, 1], "dsn": 1.0, "label": "neg"},
    {"id": 3, "parent": 1, "level": 3, "attribute": null, "threshold": null, "threshold_left": null, "threshold_right": null, "category": null, "left": null, "right": null, "cdv_left": [1, 1], "cdv_right": [1, 1], "dsn": 1.0, "label": "neg"},
    {"id": 4, "parent": 1, "level": 3, "attribute": null, "threshold": null, "threshold_left": null, "threshold_right": null, "category": null, "left": null, "right": null, "cdv_left": [0, 3], "cdv_right": [0, 2], "dsn": 1.0, "label": "pos"},
    {"id": 5, "parent": 2, "level": 3, "attribute": null, "threshold": null, "threshold_left": null, "threshold_right": null, "category": null, "left": null, "right": null, "cdv_left": [2, 0], "cdv_right": [2, 0], "dsn": 1.0, "label": "neg"},
    {"id": 6, "parent": 2, "level": 3, "attribute": null, "threshold": null, "threshold_left": null, "threshold_right": null, "category": null, "left": null, "right": null, "cdv_left": [1, 1], "cdv_right": [1, 1], "dsn": 1.0, "label": "neg"}
   ]
  }
 ],
 "tpd": [[0.0, 0.5917517095361369], [0.5917517095361369, 0.0]]
}
');
INSERT INTO "runs" VALUES('7a20fa2364567d5a','2868af33cf5b','','',0,1.7948194293370466232e+09,1.7948194293370466232e+09,0.0,1.79481942935196447375e+09,'{"pair": {"left": {"name": "left", "rows": 9, "gained": 0, "filled": 0, "held_out": 0}, "right": {"name": "right", "rows": 8, "gained": 0, "filled": 0, "held_out": 0}, "attributes": 3, "classes": ["neg", "pos"], "values": {}, "fingerprint": "356eff12f6c8b6f5c484d0b1ab0ba0f1", "assumed": []}, "config": {"k": 1, "method": "parallel", "weights": {"ig": 0.3, "ds": 0.4, "atd": 0.3}, "aus": "lnc", "atd": "avgmin", "ell": 3, "attr_fraction": 1.0, "min_size": 0.16, "max_depth": 1, "traversal": "depth", "scale": "rank", "balance": false, "missing": "fail", "seed": 0, "exclude": [], "roots": [], "holdout": 0.0}, "scores": {"sa": 0.875, "ds": 0.9880087449396502, "td": null, "sdtsq": 0.815066325911097}, "p_value": null, "trees": "c45ee1afca55c8bb"}','{
 "format": "ksdt-result/1",
 "pair": {
  "left": {"name": "left", "rows": 9, "gained": 0, "filled": 0, "held_out": 0},
  "right": {"name": "right", "rows": 8, "gained": 0, "filled": 0, "held_out": 0},
  "attributes": 3,
  "classes": ["neg", "pos"],
  "values": {"colour": ["blue", "red"]},
  "fingerprint": "356eff12f6c8b6f5c484d0b1ab0ba0f1",
  "assumed": []
 },
 "config": {
  "k": 1,
  "method": "parallel",
  "weights": {"ig": 0.3, "ds": 0.4, "atd": 0.3},
  "aus": "lnc",
  "atd": "avgmin",
  "ell": 3,
  "attr_fraction": 1.0,
  "min_size": 0.16,
  "max_depth": 1,
  "traversal": "depth",
  "scale": "rank",
  "balance": false,
  "missing": "fail",
  "seed": 0,
  "exclude": [],
  "roots": [],
  "holdout": 0.0
 },
 "scores": {"sa": 0.875, "ds": 0.9880087449396502, "td": null, "sdtsq": 0.815066325911097},
 "trees": [
  {
   "scores": {
    "sa": 0.875,
    "ds": 0.9880087449396502,
    "sdtq": 0.815066325911097,
    "accuracy_left": 1.0,
    "accuracy_right": 0.875
   },
   "nodes": [
    {"id": 0, "parent": null, "level": 1, "attribute": "age", "threshold": 0.4222222222222222, "threshold_left": 4.5, "threshold_right": 3.5, "category": null, "left": 1, "right": 2, "cdv_left": [4, 5], "cdv_right": [4, 4], "dsn": 0.9938837346736188, "label": "pos"},
    {"id": 1, "parent": 0, "level": 2, "attribute": null, "threshold": null, "threshold_left": null, "threshold_right": null, "category": null, "left": null, "right": null, "cdv_left": [4, 0], "cdv_right": [3, 0], "dsn": 1.0, "label": "neg"},
    {"id": 2, "parent": 0, "level": 2, "attribute": null, "threshold": null, "threshold_left": null, "threshold_right": null, "category": null, "left": null, "right": null, "cdv_left": [0, 5], "cdv_right": [1, 4], "dsn": 0.9701425001453319, "label": "pos"}
   ]
  }
 ],
 "tpd": [[0.0]]
}
');
CREATE TABLE uploads (
	id VARCHAR NOT NULL,
	file_name VARCHAR NOT NULL,
	size INTEGER NOT NULL,
	content BLOB NOT NULL,
	created FLOAT NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "uploads" VALUES('853faf667a0a901940101d36','left.csv',146,X'6167652C6865696768742C636F6C6F75722C636C6173730A312C31302C7265642C6E65670A322C31312C7265642C6E65670A332C31302C626C75652C6E65670A342C31322C7265642C6E65670A352C31312C626C75652C706F730A362C31332C626C75652C706F730A372C31322C7265642C706F730A382C31332C626C75652C706F730A392C31302C626C75652C706F730A',1.79481940198112821581e+09);
INSERT INTO "uploads" VALUES('f7eabc30cec493689be780eb','right.csv',132,X'6865696768742C6167652C636F6C6F75722C636C6173730A32302C322C7265642C6E65670A32312C312C626C75652C6E65670A32322C332C7265642C6E65670A32302C342C7265642C706F730A32312C362C626C75652C706F730A32332C372C626C75652C706F730A32322C392C626C75652C706F730A32332C382C7265642C6E65670A',1.79481940198251390455e+09);
CREATE TABLE workers (
	id VARCHAR NOT NULL,
	heartbeat FLOAT NOT NULL,
	PRIMARY KEY (id)
);
CREATE INDEX jobs_by_state ON jobs (state, created);
CREATE INDEX jobs_by_subject ON jobs (subject, kind);
CREATE INDEX runs_by_use ON runs (deleted, used);
COMMIT;
PRAGMA user_version = 1;
