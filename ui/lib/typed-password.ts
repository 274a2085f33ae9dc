/** Time for which a typed password may be used again, in ms. */
const keptMs = 5 * 60_000

let kept: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps the password of a login in memory, so that the screen right after it does not ask for it again. */
export function keepTypedPassword(password: string) {
  forgetTypedPassword()
  kept = password
  timer = setTimeout(forgetTypedPassword, keptMs)
}

/** Returns the password typed a moment ago; null after a reload, five minutes, or once forgotten. */
export const typedPassword = () => kept

export function forgetTypedPassword() {
  clearTimeout(timer)
  kept = null
}
