import type { TFunction } from 'i18next'
import { foldText } from '../../src/shared/text'
import type { RowGroup } from './rail-places'

/** Groups with the rows whose name, explaining line or group has all words of the text; without the empty groups. */
export function findRows(t: TFunction, groups: RowGroup[], text: string): RowGroup[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter((row) => {
        const content = foldText([t(group.text), t(row.text), row.explain ? t(row.explain) : ''].join(' '))
        return words.every((word) => content.includes(word))
      }),
    }))
    .filter(({ rows }) => rows.length > 0)
}
