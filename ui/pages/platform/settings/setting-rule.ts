import { type SettingRule, settingRules } from '../../../../src/shared/settings'
import type { OptionRow } from './option-rows'

/** A setting on screen and its stored value. */
export interface OptionProps {
  row: OptionRow
  value: string
}

export const settingRule = ({ key }: OptionRow): SettingRule => settingRules[key]
