/** Finding of a check with its remedy. */
export interface Finding {
  level: 'ok' | 'warn' | 'bad'
  text: string
  remedy?: string
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warn = (text: string, remedy: string): Finding => ({ level: 'warn', text, remedy })
export const bad = (text: string, remedy: string): Finding => ({ level: 'bad', text, remedy })
