import { foldText } from '../../../shared/text'

/** Columns of a file that hold name, number and e-mail, from 0; null when the file has none. */
export interface Columns {
  name: number | null
  number: number
  email: number | null
  /** True when the first row names the columns. */
  heading: boolean
}

/** Accepted headings of columns, without accents. */
const headings = {
  name: ['nome', 'name', 'nombre', 'contato', 'contact', 'contacto', 'cliente'],
  number: ['numero', 'number', 'telefone', 'celular', 'whatsapp', 'phone', 'telefono', 'fone', 'movil'],
  email: ['email', 'e-mail', 'mail', 'correo', 'correo electronico'],
}

/** The columns by their headings; undefined without a heading for the number. */
export function columnsByHeading(first: string[]): Columns | undefined {
  const names = first.map((cell) => foldText(cell))
  const columnOf = (of: keyof typeof headings) => names.findIndex((name) => headings[of].includes(name))
  const number = columnOf('number')
  if (number < 0) return undefined
  const orNull = (at: number) => (at < 0 ? null : at)
  return { name: orNull(columnOf('name')), number, email: orNull(columnOf('email')), heading: true }
}

/** A proposal from the cells themselves: the column with the most numbers, the first other one, the one with `@`. */
export function guessColumns(rows: string[][]): Columns {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const count = (at: number, matches: (cell: string) => boolean) =>
    rows.filter((cells) => matches(cells[at] ?? '')).length
  const best = (matches: (cell: string) => boolean, not: (number | null)[]) => {
    const columns = Array.from({ length: width }, (_, at) => at).filter((at) => !not.includes(at))
    const at = columns.reduce(
      (most, each) => (count(each, matches) > count(most, matches) ? each : most),
      columns[0] ?? 0,
    )
    return count(at, matches) > 0 ? at : null
  }
  const number = best(isPhone, []) ?? 0
  const email = best((cell) => cell.includes('@'), [number])
  const name = best((cell) => /\p{L}/u.test(cell), [number, email])
  return { name, number, email, heading: !isPhone(rows[0]?.[number] ?? '') }
}

const isPhone = (cell: string) => cell.replace(/\D/g, '').length >= 8
