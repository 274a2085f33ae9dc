import { type Static, t } from 'elysia'
import { limits } from '../../../shared/limits'

/** `value` is text; a secret is masked except for its last four characters. */
export const Setting = t.Object({ key: t.String(), value: t.String() })
export type Setting = Static<typeof Setting>

export const SettingParams = t.Object({ key: t.String({ maxLength: 64 }) })
/** Maximum over all settings; `settingRules` has the rule of each one. */
export const SettingInput = t.Object({
  value: t.Union([t.String({ maxLength: limits.macros.size }), t.Boolean()]),
})

/** `key`: that setting alone. */
export const SettingQuery = t.Object({ key: t.Optional(t.String({ maxLength: 64 })) })
