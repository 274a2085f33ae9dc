import { Plus, Trash2 } from 'lucide-react'
import { personVariables } from '../../../../src/shared/campaign/text'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { controlClass } from '../../../components/field'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { newId } from '../../../lib/id'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Section } from './section'
import { keyFault, type SettingsForm, type VariableRow } from './settings-form'

const { count, key: maxKey, value: maxValue } = limits.campaignVariable

/** Variables that the company defines for the texts of its campaigns. */
export function VariablesSection({ form }: { form: SettingsForm }) {
  const { t } = useTranslation()
  const field = form.field('variables')
  const rows = useValue(field.value)
  const isInvalid = useValue(field.problem) !== null
  const set = (next: VariableRow[]) => {
    field.value.value = next
  }
  const example = t('campaignConfig.keyExample')
  const names = personVariables.map((name) => `{${name}}`).join(', ')
  return (
    <Section
      title={t('campaignConfig.variables')}
      hint={t('campaignConfig.variablesHint', { names, example, braces: `{${example}}` })}
    >
      {rows.map((row, at) => (
        <Row
          key={row.id}
          row={row}
          n={at + 1}
          fault={isInvalid || row.key !== '' ? keyFault(rows, at) : null}
          onChange={(change) => set(rows.with(at, { ...row, ...change }))}
          onRemove={() => set(rows.toSpliced(at, 1))}
        />
      ))}
      <div className="px-4 py-3">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={rows.length >= count}
          onClick={() => set([...rows, { id: newId(), key: '', value: '' }])}
        >
          {t('campaignConfig.addVariable')}
        </Button>
      </div>
    </Section>
  )
}

interface RowProps {
  row: VariableRow
  n: number
  fault: ReturnType<typeof keyFault>
  onChange: (change: Partial<VariableRow>) => void
  onRemove: () => void
}

function Row({ row, n, fault, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const faultId = `${row.id}-fault`
  return (
    <div className="px-4 py-3">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[1fr_2fr]">
          <input
            aria-label={t('campaignConfig.key', { n })}
            aria-invalid={fault !== null || undefined}
            aria-describedby={fault ? faultId : undefined}
            placeholder={t('campaignConfig.keyExample')}
            value={row.key}
            maxLength={maxKey}
            autoComplete="off"
            autoCapitalize="none"
            onChange={({ target }) => onChange({ key: target.value })}
            className={classes(controlClass, 'h-control px-3')}
          />
          <input
            aria-label={t('campaignConfig.value', { n })}
            value={row.value}
            maxLength={maxValue}
            autoComplete="off"
            onChange={({ target }) => onChange({ value: target.value })}
            className={classes(controlClass, 'h-control px-3')}
          />
        </div>
        <IconButton tone="danger" label={t('campaignConfig.removeVariable', { n })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {fault && (
        <p id={faultId} role="alert" className="mt-1 text-danger-ink text-sm">
          {t(`campaignConfig.${fault}`)}
        </p>
      )}
    </div>
  )
}
