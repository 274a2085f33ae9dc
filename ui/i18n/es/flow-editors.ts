import type { flowEditors as Portuguese } from '../pt/flow-editors'

export const flowEditors: typeof Portuguese = {
  editing_one: '{{names}} está editando',
  editing_other: '{{names}} están editando',
}
