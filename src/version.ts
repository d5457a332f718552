// The version of this parley, as journals and `--version` say it. A test keeps it equal to package.json's.

export const version = '0.1.0'
