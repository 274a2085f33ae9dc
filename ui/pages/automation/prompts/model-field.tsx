import { useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { FieldShell, TextField } from '../../../components/field'
import { BareSelect } from '../../../components/select'
import { classes } from '../../../lib/classes'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { isNamedModel, namedModels } from './models'

const other = 'other'

/** Select of the named models, and a text field for the name of any other. */
export function ModelField({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const model = useValue(field.value)
  const [isTyped, setTyped] = useState(!isNamedModel(model))
  const choose = (value: string) => {
    setTyped(value === other)
    field.value.value = value === other ? '' : value
  }
  return (
    <div className={classes('grid gap-4', isTyped && 'sm:grid-cols-2')}>
      <FieldShell label={t('prompts.model')} problem={null}>
        {(control) => (
          <BareSelect
            {...control}
            value={isTyped ? other : model}
            onChange={choose}
            choices={[
              ...namedModels.map(([value, label]) => ({ value, label })),
              { value: other, label: t('prompts.otherModel') },
            ]}
          />
        )}
      </FieldShell>
      {isTyped && (
        <TextField
          field={field}
          label={t('prompts.typedModel')}
          placeholder="gpt-4.1-mini"
          maxLength={limits.modelName.max}
          autoComplete="off"
        />
      )}
    </div>
  )
}
