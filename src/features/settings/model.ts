import { type Static, t } from 'elysia'

/** `value` is text; of a secret only whether it is set and its last four characters. */
export const Setting = t.Object({ key: t.String(), value: t.String() })
export type Setting = Static<typeof Setting>

export const SettingParams = t.Object({ key: t.String({ maxLength: 64 }) })
export const SettingInput = t.Object({ value: t.String({ maxLength: 2000 }) })
