import type { ColumnMeaning } from '../../../../shared/enums'

/** Meaning of the cells of a sheet: chosen by a person or proposed. */
export interface Layout {
  /** Sheet of the file, from 0. */
  sheet: number
  /** Row with the headings; null without one. Rows up to it hold no people. */
  heading: number | null
  /** Meaning of each column, from the first. */
  columns: ColumnMeaning[]
}
