import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'

/** `value` is text; of a secret only whether it is set and its last four characters. */
export const Setting = t.Object({ key: t.String(), value: t.String() })
export type Setting = Static<typeof Setting>

export const SettingParams = t.Object({ key: t.String({ maxLength: 64 }) })
/** No setting is longer; what each may be is said by `settingRules`. */
export const SettingInput = t.Object({ value: t.String({ maxLength: limits.automaticText.max }) })
