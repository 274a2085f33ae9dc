const common = new Set('123456 12345 12345678 123456789 password senha'.split(' '))

/** True for a password that everybody tries first. */
export const isCommon = (password: string) => common.has(password)
