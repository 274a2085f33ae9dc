import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { controlClass } from '../../../../components/field'
import { IconButton } from '../../../../components/icon-button'
import { Switch } from '../../../../components/switch'
import { classes } from '../../../../lib/classes'
import { digits } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import type { Part } from './elements'
import { MediaPicker } from './media-picker'
import { PlaceFields } from './place-fields'
import { VariableInput } from './variable-input'

interface PartCardProps {
  part: Part
  isInvalid: boolean
  onChange: (next: Partial<Part>) => void
  onRemove: () => void
  /** Undefined for the first and the last part. */
  onUp?: () => void
  onDown?: () => void
}

/** One part of a content node, with buttons that move and remove it. */
export function PartCard({ part, isInvalid, onChange, onRemove, onUp, onDown }: PartCardProps) {
  const { t } = useTranslation()
  const name = t(`flowBuilder.parts.${part.type}`)
  const action = (label: string, icon: ReactNode, run?: () => void, tone?: 'danger') => (
    <IconButton size="sm" tone={tone} label={`${label}: ${name}`} disabled={!run} onClick={run}>
      {icon}
    </IconButton>
  )
  return (
    <li className={classes('rounded-md border p-3', isInvalid ? 'border-danger' : 'border-line')}>
      <div className="mb-2 flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate font-medium text-sm">{name}</span>
        {action(t('flowBuilder.moveUp'), <ArrowUp aria-hidden />, onUp)}
        {action(t('flowBuilder.moveDown'), <ArrowDown aria-hidden />, onDown)}
        {action(t('flowBuilder.remove'), <Trash2 aria-hidden />, onRemove, 'danger')}
      </div>
      <PartField part={part} name={name} isInvalid={isInvalid} onChange={onChange} />
    </li>
  )
}

type PartFieldProps = Pick<PartCardProps, 'part' | 'isInvalid' | 'onChange'> & { name: string }

function PartField({ part, name, isInvalid, onChange }: PartFieldProps) {
  const { t } = useTranslation()
  const control = { 'aria-invalid': isInvalid || undefined }
  if (part.type === 'message')
    return (
      <VariableInput
        label={name}
        control={control}
        rows={3}
        value={part.value}
        onChange={(value) => onChange({ value })}
      />
    )
  if (part.type === 'interval')
    return (
      <input
        {...control}
        aria-label={t('flowBuilder.seconds')}
        placeholder={t('flowBuilder.seconds')}
        inputMode="numeric"
        value={part.value}
        onChange={({ target }) => onChange({ value: digits(target.value).slice(0, 4) })}
        className={classes(controlClass, 'h-control px-3')}
      />
    )
  if (part.type === 'location') return <PlaceFields part={part} control={control} onChange={onChange} />
  return (
    <>
      <MediaPicker
        type={part.type}
        mediaId={part.value}
        name={part.original}
        asVoice={part.record}
        onPick={(value, original) => onChange({ value, original })}
      />
      {part.type === 'audio' && (
        <Switch label={t('flowBuilder.asVoice')} checked={part.record} onChange={(record) => onChange({ record })} />
      )}
    </>
  )
}
