import type { FlowCase } from '../../../../../src/features/automation/flows/cases/model'
import { limits } from '../../../../../src/shared/limits'
import { TextField } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { createForm, required, useForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import type { Cases } from './use-cases'

/** Form of a test case's name. */
export function CaseNameDialog({ row, cases, onClose }: { row: FlowCase; cases: Cases; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ name: row.name }, { name: [required] }))
  const send = async ({ name }: { name: string }) => {
    await cases.rename(row.id, name.trim())
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      size="sm"
      title={t('flowCases.renameTitle')}
      onClose={onClose}
      action={t('common.save')}
    >
      <TextField
        field={form.field('name')}
        label={t('flowCases.name')}
        maxLength={limits.flowCaseName.max}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
