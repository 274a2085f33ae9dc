import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../../components/button'
import { IconButton } from '../../../../components/icon-button'

interface RowsEditorProps<R extends { id: string }> {
  title: string
  hint?: string
  rows: R[]
  max: number
  addText: string
  removeText: (at: number) => string
  make: () => R
  onChange: (rows: R[]) => void
  children: (row: R, change: (next: Partial<R>) => void, at: number) => ReactNode
}

/** List of rows with fields, a button that removes each, and one that adds another. */
export function RowsEditor<R extends { id: string }>(props: RowsEditorProps<R>) {
  const { title, hint, rows, max, addText, removeText, make, onChange, children } = props
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{title}</legend>
      {hint && <p className="text-faint text-sm">{hint}</p>}
      {rows.map((row, at) => (
        <div key={row.id} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-2">
            {children(row, (next) => onChange(rows.with(at, { ...row, ...next })), at)}
          </div>
          <IconButton tone="danger" label={removeText(at + 1)} onClick={() => onChange(rows.toSpliced(at, 1))}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={rows.length >= max}
          onClick={() => onChange([...rows, make()])}
        >
          {addText}
        </Button>
      </div>
    </fieldset>
  )
}
