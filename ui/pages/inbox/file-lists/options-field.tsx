import { ArrowUp, Paperclip, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { FileList } from '../../../../src/features/inbox/file-lists/model'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { controlClass, useProblemText } from '../../../components/field'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { fileSize } from '../../../lib/file-size'
import type { Field, Rule } from '../../../lib/form'
import { moveItem } from '../../../lib/move-item'
import { toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** File of a list in the form; a new one has no id. */
export interface FileOption {
  key: number
  id?: number
  name: string
  /** Name of the file stored on the server. */
  storedName: string | null
  /** File picked here, uploaded with the form. */
  pickedFile: File | null
}

let lastKey = 0
export const fileOptions = (list: FileList | null): FileOption[] =>
  (list?.options ?? []).map(({ id, name, file }) => ({ key: ++lastKey, id, name, storedName: file, pickedFile: null }))

export const everyOptionHasName: Rule<FileOption[]> = (options) =>
  options.every(({ name }) => name.trim() !== '') ? null : { code: 'required' }

/** Ordered files of a list, each with a name. */
export function OptionsField({ field }: { field: Field<FileOption[]> }) {
  const { t } = useTranslation()
  const options = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const set = (next: FileOption[]) => {
    field.value.value = next
  }
  const change = (at: number, values: Partial<FileOption>) =>
    set(options.map((option, i) => (i === at ? { ...option, ...values } : option)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('files.options')}</legend>
      {options.map((option, at) => (
        <OptionRow
          key={option.key}
          option={option}
          n={at + 1}
          faulty={problem !== null && option.name.trim() === ''}
          onChange={(values) => change(at, values)}
          onMoveUp={at > 0 ? () => set(moveItem(options, at, at - 1)) : undefined}
          onRemove={() => set(options.toSpliced(at, 1))}
        />
      ))}
      {problem && <p className="text-danger-ink text-sm">{problem}</p>}
      {options.length < limits.fileOptions && (
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            onClick={() => set([...options, { key: ++lastKey, name: '', storedName: null, pickedFile: null }])}
          >
            {t('files.addOption')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface OptionRowProps {
  option: FileOption
  n: number
  faulty: boolean
  onChange: (values: Partial<FileOption>) => void
  onMoveUp?: () => void
  onRemove: () => void
}

function OptionRow({ option, n, faulty, onChange, onMoveUp, onRemove }: OptionRowProps) {
  const { t } = useTranslation()
  const { name, storedName, pickedFile } = option
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-2">
      <div className="flex items-center gap-1">
        <input
          aria-label={t('files.optionName', { n })}
          placeholder={t('files.optionName', { n })}
          aria-invalid={faulty || undefined}
          value={name}
          maxLength={limits.fileOptionName.max}
          onChange={({ target }) => onChange({ name: target.value })}
          className={classes(controlClass, 'h-control min-w-0 flex-1 px-3')}
        />
        {onMoveUp && (
          <IconButton label={t('files.moveUp', { n })} onClick={onMoveUp}>
            <ArrowUp aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('files.removeOption', { n })} tone="danger" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="flex min-w-0 items-center gap-2">
        <PickButton
          label={storedName || pickedFile ? t('files.replace') : t('files.choose')}
          onPick={(file) => onChange({ pickedFile: file, name: name || defaultName(file) })}
        />
        <span className="min-w-0 flex-1 truncate text-muted text-sm">
          {pickedFile ? `${pickedFile.name} · ${fileSize(pickedFile.size)}` : (storedName ?? t('files.noFile'))}
        </span>
      </div>
    </div>
  )
}

const defaultName = (file: File) => file.name.replace(/\.[^.]*$/, '').slice(0, limits.fileOptionName.max)

function PickButton({ label, onPick }: { label: string; onPick: (file: File) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const pick = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const { name, size } = file
    if (size === 0) return toastWarning(t('tickets.fileEmpty', { name }))
    if (size <= limits.uploadedForm) return onPick(file)
    toastWarning(t('tickets.fileTooLarge', { name, size: fileSize(size), limit: fileSize(limits.uploadedForm) }))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => pick(target.files?.[0])}
      />
      <Button size="sm" icon={<Paperclip aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
