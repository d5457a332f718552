// The version of this parley, as journals and `--version` say it, and the name of its package. A test keeps both equal to package.json's.

export const version = '0.1.0'
export const packageName = 'parley-ai'
