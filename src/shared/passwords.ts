/** Pattern of a new password after a reset: a digit, a small and a capital letter. */
export const strongPattern = '^(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])'

const strong = new RegExp(strongPattern)
export const isStrong = (password: string) => strong.test(password)
