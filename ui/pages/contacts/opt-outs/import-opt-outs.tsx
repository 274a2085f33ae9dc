import { useState } from 'react'
import type { OptOutImportResult } from '../../../../src/features/contacts/opt-outs/model'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { useNumberHint } from '../../../contact/number-field'
import { createForm, length, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { importOptOuts } from './store'

const linesOf = (text: string) =>
  text
    .split(/[\n;,]/)
    .map((line) => line.trim().slice(0, limits.typedNumber.max))
    .filter((line) => line !== '')

/** Form with numbers of another system, one per line; then what was entered and what was refused. */
export function ImportOptOutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [result, setResult] = useState<OptOutImportResult | null>(null)
  const form = useForm(() =>
    createForm({ numbers: '', reason: '' }, { numbers: [required], reason: [length(limits.optOutReason)] }),
  )
  const count = linesOf(useValue(form.field('numbers').value)).length
  const country = useNumberHint('')
  const send = async ({ numbers, reason }: { numbers: string; reason: string }) =>
    setResult(await importOptOuts(linesOf(numbers).slice(0, limits.optOutImport), reason))
  if (result) return <Result result={result} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('optOuts.importTitle')}
      onClose={onClose}
      action={t('optOuts.importNow')}
    >
      <p className="text-muted text-sm">{t('optOuts.importText')}</p>
      <TextField
        field={form.field('numbers')}
        label={t('optOuts.numbers')}
        hint={count > limits.optOutImport ? t('optOuts.tooMany', { max: limits.optOutImport }) : country}
        rows={8}
        autoFocus
      />
      <TextField
        field={form.field('reason')}
        label={t('optOuts.reason')}
        maxLength={limits.optOutReason.max}
        autoComplete="off"
        optional
      />
    </FormDialog>
  )
}

function Result({ result, onClose }: { result: OptOutImportResult; onClose: () => void }) {
  const { t } = useTranslation()
  const { added, known, refusedCount, reasons } = result
  const footer = (
    <Button variant="primary" onClick={onClose}>
      {t('common.close')}
    </Button>
  )
  return (
    <Dialog open title={t('optOuts.importTitle')} onClose={onClose} footer={footer}>
      <div className="flex flex-col gap-2">
        <p>{t('optOuts.imported', { count: added })}</p>
        {known > 0 && <p className="text-muted">{t('optOuts.knownBefore', { count: known })}</p>}
        {refusedCount > 0 && (
          <div>
            <p className="text-danger-ink">{t('optOuts.refused', { count: refusedCount })}</p>
            <ul className="max-h-40 overflow-y-auto text-muted text-sm wrap-anywhere">
              {reasons.map(({ text, reason }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and texts repeat
                <li key={at}>
                  {text}: {t(`form.numberFault.${reason}`)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}
