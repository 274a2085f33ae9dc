import { useRef, useState } from 'react'
import type { ContactImport, ImportPreview, LayoutInput, PreviewInput } from '../../src/features/contacts/imports/model'
import type { AppError } from '../../src/shared/errors'
import { Alert } from '../components/alert'
import { Button } from '../components/button'
import { Dialog } from '../components/dialog'
import { BareSelect } from '../components/select'
import { asFailure } from '../lib/failure'
import { errorText } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { ColumnMeanings } from './column-meanings'
import type { ImportStore } from './import-store'
import { PreviewPeople } from './preview-people'

interface PreviewFormProps {
  store: ImportStore
  made: ContactImport
  first: ImportPreview
  onClose: () => void
}

/** Check of a file before its import: sheet, meaning of the columns, and the first people as they will be stored. */
export function PreviewForm({ store, made, first, onClose }: PreviewFormProps) {
  const { t } = useTranslation()
  const { preview, failure, isBusy, ask, begin } = usePreview(store, made.id, first, onClose)
  const { layout } = preview
  const change = (changed: Partial<LayoutInput>) =>
    void ask(
      { sheet: layout.sheet, layout: { ...layout, ...changed } },
      { ...preview, layout: { ...layout, ...changed } },
    )
  const hasNumber = layout.columns.includes('number')
  const footer = (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button variant="primary" busy={isBusy} disabled={!hasNumber} onClick={() => void begin()}>
        {t('contactImport.start')}
      </Button>
    </>
  )
  return (
    <Dialog open size="lg" title={t('contactImport.checkTitle')} onClose={onClose} footer={footer}>
      <div className="flex flex-col gap-4">
        {failure && <Alert tone="danger">{errorText(failure)}</Alert>}
        <p className="wrap-anywhere text-muted">
          {t('contactImport.checkText', { file: made.fileName, interpolation: { escapeValue: false } })}
        </p>
        <div className="flex flex-wrap gap-4">
          {preview.sheets.length > 1 && (
            <Labelled text={t('contactImport.sheet')}>
              <BareSelect
                label={t('contactImport.sheet')}
                value={String(layout.sheet)}
                choices={preview.sheets.map((name, at) => ({ value: String(at), label: name }))}
                onChange={(sheet) => void ask({ sheet: Number(sheet) })}
              />
            </Labelled>
          )}
          {layout.heading !== 0 && (
            <Labelled text={t('contactImport.heading')}>
              <BareSelect
                label={t('contactImport.heading')}
                value={String(layout.heading ?? '')}
                choices={headingChoices(layout.heading, t)}
                onChange={(row) => change({ heading: row === '' ? null : Number(row) })}
              />
            </Labelled>
          )}
        </div>
        {!hasNumber && <Alert tone="warn">{t('contactImport.noNumber')}</Alert>}
        <ColumnMeanings
          columns={preview.columns.map((column, at) => ({ ...column, meaning: layout.columns[at] ?? 'none' }))}
          onChange={(columns) => change({ columns })}
        />
        <PreviewPeople preview={preview} isBusy={isBusy} />
      </div>
    </Dialog>
  )
}

const Labelled = ({ text, children }: { text: string; children: React.ReactNode }) => (
  <div className="flex min-w-40 flex-1 flex-col gap-1">
    <span aria-hidden className="font-medium text-sm">
      {text}
    </span>
    {children}
  </div>
)

/** Rows that may hold the headings; those of a file are among its first. */
const headingRows = 10

function headingChoices(heading: number | null, t: ReturnType<typeof useTranslation>['t']) {
  const rows = Array.from({ length: headingRows }, (_, at) => at + 1)
  if (heading !== null && heading > headingRows) rows.push(heading)
  return [
    { value: '', label: t('contactImport.noHeading') },
    ...rows.map((row) => ({ value: String(row), label: t('contactImport.headingRow', { row }) })),
  ]
}

/** The preview on screen and the requests that change it; of several the last one counts. */
function usePreview(store: ImportStore, id: number, first: ImportPreview, onClose: () => void) {
  const [preview, setPreview] = useState(first)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const last = useRef(0)
  const run = async (request: () => Promise<void>) => {
    const turn = ++last.current
    setBusy(true)
    setFailure(null)
    try {
      await request()
    } catch (thrown) {
      if (turn === last.current) setFailure(asFailure(thrown))
    }
    if (turn === last.current) setBusy(false)
  }
  return {
    ...{ preview, failure, isBusy },
    /** Shows `expected` at once, then what the server answers. */
    ask: (input: PreviewInput, expected = preview) => {
      setPreview(expected)
      return run(async () => {
        const turn = last.current
        const answer = await store.preview(id, input)
        if (turn === last.current && answer.preview) setPreview(answer.preview)
      })
    },
    begin: () =>
      run(async () => {
        await store.choose(id, preview.layout)
        onClose()
      }),
  }
}
