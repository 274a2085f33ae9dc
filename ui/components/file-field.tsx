import { FileText, Paperclip, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../src/shared/limits'
import { fileSize } from '../lib/file-size'
import type { Field } from '../lib/form'
import { upload } from '../lib/upload'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { Button } from './button'
import { IconButton } from './icon-button'

/** File stored on the server, or one picked here and not uploaded yet. */
export type ChosenFileValue =
  | { kind: 'kept'; name: string; url: string; mime: string }
  | { kind: 'picked'; file: File }
  | null

interface FileFieldProps {
  field: Field<ChosenFileValue>
  label: string
  hint?: string
  /** `accept` of the file input. */
  accept?: string
  /** Returns the error text for an unsuitable file, null for an accepted one. */
  validate?: (file: File) => string | null
  disabled?: boolean
  /** Largest size in bytes; that of a form unless given. */
  maxSize?: number
}

/** Optional file of a form: pick, preview, remove. Size limits are checked before the upload. */
export function FileField({
  field,
  label,
  hint,
  accept,
  validate,
  disabled,
  maxSize = limits.uploadedForm,
}: FileFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const chosen = useValue(field.value)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const pick = (file: File | undefined) => {
    if (!file) return
    const refusal = sizeProblem(file) ?? validate?.(file) ?? null
    setProblem(refusal)
    if (!refusal) field.value.value = { kind: 'picked', file }
    if (input.current) input.current.value = ''
  }
  const sizeProblem = ({ name, size }: File) => {
    if (size === 0) return t('tickets.fileEmpty', { name })
    if (size <= maxSize) return null
    return t('tickets.fileTooLarge', { name, size: fileSize(size), limit: fileSize(maxSize) })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={`${id}-note`}>
      <legend className="mb-1 font-medium text-sm">
        {label} <span className="font-normal text-faint">({t('common.optional')})</span>
      </legend>
      {chosen ? (
        <ChosenFile chosen={chosen} onRemove={disabled ? undefined : () => setFile(field, null)} />
      ) : (
        <div>
          <input
            ref={input}
            type="file"
            accept={accept}
            aria-label={label}
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => pick(target.files?.[0])}
          />
          <Button icon={<Paperclip aria-hidden />} disabled={disabled} onClick={() => input.current?.click()}>
            {t('variables.chooseFile')}
          </Button>
        </div>
      )}
      <p
        id={`${id}-note`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'text-danger-ink text-sm' : 'text-faint text-sm'}
      >
        {problem ?? hint}
      </p>
    </fieldset>
  )
}

const setFile = (field: Field<ChosenFileValue>, value: ChosenFileValue) => {
  field.value.value = value
}

function ChosenFile({ chosen, onRemove }: { chosen: NonNullable<ChosenFileValue>; onRemove?: () => void }) {
  const { t } = useTranslation()
  const picture = useChosenPicture(chosen)
  const name = chosen.kind === 'kept' ? chosen.name : chosen.file.name
  return (
    <div className="flex items-center gap-3 rounded-md border border-line p-2">
      {picture ? (
        <img src={picture} alt="" className="size-12 shrink-0 rounded-sm object-cover" />
      ) : (
        <span className="flex size-12 shrink-0 items-center justify-center rounded-sm bg-sunken text-muted dark:bg-hover">
          <FileText aria-hidden className="size-5" />
        </span>
      )}
      <span className="min-w-0 flex-1 truncate">
        {chosen.kind === 'kept' && !picture ? (
          <a href={chosen.url} target="_blank" rel="noreferrer" className="underline">
            {name}
          </a>
        ) : (
          name
        )}
        {chosen.kind === 'picked' && <span className="block text-faint text-xs">{fileSize(chosen.file.size)}</span>}
      </span>
      {onRemove && (
        <IconButton label={t('variables.removeFile', { name })} tone="danger" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** URL of a chosen picture; null for other files. */
export function useChosenPicture(chosen: ChosenFileValue): string | null {
  const [local, setLocal] = useState<string | null>(null)
  useEffect(() => {
    if (chosen?.kind !== 'picked' || !isPicture(chosen.file.type)) return setLocal(null)
    const url = URL.createObjectURL(chosen.file)
    setLocal(url)
    return () => URL.revokeObjectURL(url)
  }, [chosen])
  return chosen?.kind === 'kept' && isPicture(chosen.mime) ? chosen.url : local
}

const isPicture = (mime: string) => /^image\/(png|jpeg|webp|gif)$/.test(mime)

/**
 * Uploads a picked file to `address` (`…/media-upload`), or calls `remove` when the file was cleared. Returns the
 * changed row, or null if nothing changed.
 */
export async function uploadChosenFile<T>(
  address: string,
  chosen: ChosenFileValue,
  remove: (() => Promise<T>) | null,
): Promise<T | null> {
  if (chosen?.kind === 'picked') {
    const form = new FormData()
    form.append('file', chosen.file)
    return upload<T>(address, form)
  }
  return chosen === null && remove ? remove() : null
}
