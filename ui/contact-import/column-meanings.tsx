import type { ImportPreview } from '../../src/features/contacts/imports/model'
import { type ColumnMeaning, columnMeanings } from '../../src/shared/enums'
import { BareSelect } from '../components/select'
import { useTranslation } from '../lib/use-translation'

type Column = ImportPreview['columns'][number]

interface ColumnMeaningsProps {
  columns: Column[]
  onChange: (meanings: ColumnMeaning[]) => void
}

/** Letters of a column as spreadsheets show them: A to IV. */
const columnLetter = (at: number): string =>
  (at >= 26 ? columnLetter(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** Columns of the file with their first cell, each with the choice of its meaning. Empty ones are not shown. */
export function ColumnMeanings({ columns, onChange }: ColumnMeaningsProps) {
  const { t } = useTranslation()
  const choices = columnMeanings.map((value) => ({ value, label: t(`contactImport.meanings.${value}`) }))
  const shown = columns.flatMap((column, at) => (column.sample === '' ? [] : [{ column, at }]))
  const change = (at: number, meaning: ColumnMeaning) =>
    onChange(columns.map((column, index) => (index === at ? meaning : column.meaning)))
  return (
    <section aria-labelledby="import-columns" className="flex flex-col gap-2">
      <h3 id="import-columns" className="font-medium">
        {t('contactImport.columns')}
      </h3>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {shown.map(({ column: { title, sample, meaning }, at }) => {
          const name = title || t('contactImport.column', { letter: columnLetter(at) })
          return (
            <li key={at} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
              <div className="min-w-0 flex-1 basis-40">
                <p className="wrap-anywhere font-medium text-sm">{name}</p>
                <p className="truncate text-muted text-sm">{sample}</p>
              </div>
              <BareSelect
                label={t('contactImport.meaningOf', { name, interpolation: { escapeValue: false } })}
                value={meaning}
                choices={choices}
                onChange={(value) => change(at, value as ColumnMeaning)}
                className="w-full sm:w-60"
              />
            </li>
          )
        })}
      </ul>
      {shown.length < columns.length && (
        <p className="text-faint text-sm">
          {t('contactImport.emptyColumns', { count: columns.length - shown.length })}
        </p>
      )}
    </section>
  )
}
