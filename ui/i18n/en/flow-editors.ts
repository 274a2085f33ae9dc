import type { flowEditors as Portuguese } from '../pt/flow-editors'

export const flowEditors: typeof Portuguese = {
  editing_one: '{{names}} is editing',
  editing_other: '{{names}} are editing',
}
