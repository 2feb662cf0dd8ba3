CREATE INDEX `attempts_by_patch` ON `attempts` (`patch_sha256`);--> statement-breakpoint
CREATE INDEX `evaluations_by_patch` ON `evaluations` (`patch_sha256`);