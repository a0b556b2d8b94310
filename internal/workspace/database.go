package workspace

// Codes of what a database does not allow. They say what the person in front of
// caplo can do something about; other faults of a database are Internal.
const (
	// DatabaseForeign: the file is no caplo database, or no database at all.
	DatabaseForeign Code = "database-foreign"
	// DatabaseNewer: a newer caplo wrote the file.
	DatabaseNewer Code = "database-newer"
	// DatabaseDamaged: the file's content contradicts itself.
	DatabaseDamaged Code = "database-damaged"
	// DatabaseLocked: another process kept the file locked for too long.
	DatabaseLocked Code = "database-locked"
	// DatabaseUnreadable: the file cannot be opened or read where it is.
	DatabaseUnreadable Code = "database-unreadable"
	// DiskFull: what was to be written did not fit.
	DiskFull Code = "disk-full"
	// ReadOnly: the file or its folder may not be written.
	ReadOnly Code = "read-only"
)
