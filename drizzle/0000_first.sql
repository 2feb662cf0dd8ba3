CREATE TABLE `attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`experiment_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`run_id` integer NOT NULL,
	`patch_sha256` text,
	`state` text NOT NULL,
	`outcome` text,
	`reason` text,
	`parseable` integer,
	`file_hit` integer,
	`file_hit_any` integer,
	`touched` text,
	`refusals` text,
	`flags` text,
	`overwritten` text,
	`hints` text,
	`repaired` integer,
	`candidate_tree` text,
	`graded_tree` text,
	`definition_hash` text,
	`evaluation_id` text,
	`done_at` integer,
	FOREIGN KEY (`experiment_id`) REFERENCES `experiments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`patch_sha256`) REFERENCES `patches`(`sha256`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "attempts_run_id" CHECK("attempts"."run_id" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_cell` ON `attempts` (`experiment_id`,`instance_id`,`run_id`);--> statement-breakpoint
CREATE INDEX `attempts_by_evaluation` ON `attempts` (`evaluation_id`);--> statement-breakpoint
CREATE INDEX `attempts_by_instance` ON `attempts` (`instance_id`);--> statement-breakpoint
CREATE INDEX `attempts_open` ON `attempts` (`experiment_id`,`state`) WHERE state <> 'done';--> statement-breakpoint
CREATE TABLE `evaluations` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`instance_id` text NOT NULL,
	`definition_hash` text NOT NULL,
	`graded_tree` text NOT NULL,
	`image_name` text NOT NULL,
	`image_digest` text NOT NULL,
	`harness_version` text NOT NULL,
	`role` text DEFAULT 'candidate' NOT NULL,
	`patch_sha256` text,
	`state` text NOT NULL,
	`outcome` text,
	`reason` text,
	`notes` text DEFAULT '[]' NOT NULL,
	`duration_ms` integer,
	`editor_ms` integer,
	`artifacts` text,
	`infra_retries` integer DEFAULT 0 NOT NULL,
	`limit_retries` integer DEFAULT 0 NOT NULL,
	`queued_at` integer NOT NULL,
	`started_at` integer,
	`settled_at` integer,
	FOREIGN KEY (`patch_sha256`) REFERENCES `patches`(`sha256`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evaluations_key` ON `evaluations` (`key`);--> statement-breakpoint
CREATE INDEX `evaluations_instance` ON `evaluations` (`instance_id`);--> statement-breakpoint
CREATE INDEX `evaluations_state` ON `evaluations` (`state`);--> statement-breakpoint
CREATE INDEX `evaluations_gate` ON `evaluations` (`definition_hash`,`image_digest`,`harness_version`,`role`);--> statement-breakpoint
CREATE TABLE `experiments` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`slug` text NOT NULL,
	`folder` text NOT NULL,
	`set` text NOT NULL,
	`agent` text NOT NULL,
	`model` text NOT NULL,
	`temperature` text,
	`k` integer NOT NULL,
	`submission_id` text NOT NULL,
	`official` integer NOT NULL,
	`instance_ids` text NOT NULL,
	`dataset_hash` text NOT NULL,
	`harness_version` text NOT NULL,
	`state` text NOT NULL,
	`current` integer DEFAULT true NOT NULL,
	`verified` integer DEFAULT false NOT NULL,
	`verified_note` text,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `experiments_one_per_submission` ON `experiments` (`submission_id`,`slug`,`set`);--> statement-breakpoint
CREATE UNIQUE INDEX `experiments_key` ON `experiments` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `experiments_folder` ON `experiments` (`set`,`folder`);--> statement-breakpoint
CREATE INDEX `experiments_by_set` ON `experiments` (`set`,`current`);--> statement-breakpoint
CREATE INDEX `experiments_by_slug` ON `experiments` (`slug`);--> statement-breakpoint
CREATE TABLE `patches` (
	`sha256` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`size` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`file_name` text NOT NULL,
	`file_sha256` text NOT NULL,
	`rows` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `submissions_file` ON `submissions` (`file_sha256`);--> statement-breakpoint
CREATE TABLE `test_results` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`evaluation_id` text NOT NULL,
	`suite` integer NOT NULL,
	`full_name` text NOT NULL,
	`class_name` text NOT NULL,
	`result` text NOT NULL,
	`label` text,
	`expected` integer NOT NULL,
	`duration_ms` integer,
	`message` text,
	`stack_trace` text,
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `test_results_by_evaluation` ON `test_results` (`evaluation_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`data` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_by_subject` ON `events` (`subject`);--> statement-breakpoint
CREATE INDEX `events_by_kind` ON `events` (`kind`);--> statement-breakpoint
CREATE TABLE `gates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`instance_id` text NOT NULL,
	`definition_hash` text NOT NULL,
	`image_name` text NOT NULL,
	`image_digest` text NOT NULL,
	`harness_version` text NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`base_tree` text NOT NULL,
	`base_outcome` text NOT NULL,
	`base_reason` text NOT NULL,
	`base_ms` integer NOT NULL,
	`oracle_tree` text NOT NULL,
	`oracle_outcome` text NOT NULL,
	`oracle_ms` integer NOT NULL,
	`expected` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gates_key` ON `gates` (`instance_id`,`definition_hash`,`image_digest`,`harness_version`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`experiment_id` text,
	`evaluation_id` text,
	`state` text NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`worker_id` text,
	`claim` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`lost` integer DEFAULT 0 NOT NULL,
	`not_before` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`experiment_id`) REFERENCES `experiments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `jobs_queue` ON `jobs` (`state`,"priority" desc,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_one_per_evaluation` ON `jobs` (`kind`,`evaluation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_one_per_experiment` ON `jobs` (`kind`,`experiment_id`);--> statement-breakpoint
CREATE INDEX `jobs_claimed` ON `jobs` (`worker_id`) WHERE state = 'claimed';--> statement-breakpoint
CREATE TABLE `workers` (
	`id` text PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`pid` integer NOT NULL,
	`process_mark` text DEFAULT '' NOT NULL,
	`started_at` integer NOT NULL,
	`heartbeat_at` integer NOT NULL,
	`stopped_at` integer,
	`reaped` integer DEFAULT false NOT NULL,
	`can_evaluate` integer NOT NULL,
	`sandbox_note` text NOT NULL
);
