import type { Flow } from '../../../src/features/flows/model'
import { limits } from '../../../src/shared/limits'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { createForm, length, required, useForm } from '../../lib/form'
import { useTranslation } from '../../lib/use-translation'
import { saveFlowName } from './store'

const makeForm = (flow: Flow | null) =>
  createForm(
    { name: flow?.name ?? '' },
    { name: [required, length(limits.flowName)] },
    { ERR_FLOW_NAME_EXISTS: 'name' },
  )

/** Form of a flow's name, for a new flow or to rename one. */
export function FlowNameDialog({ flow, onClose }: { flow: Flow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(flow))
  const send = async ({ name }: { name: string }) => {
    await saveFlowName(flow, name.trim())
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      size="sm"
      title={flow ? t('flowList.rename') : t('flowList.add')}
      onClose={onClose}
      action={flow ? t('common.save') : t('flowList.create')}
    >
      <TextField
        field={form.field('name')}
        label={t('flowList.name')}
        // Sentences of the specification, §5.
        problemTexts={{
          required: t('flowList.nameRequired'),
          tooShort: t('flowList.nameTooShort'),
          tooLong: t('flowList.nameTooLong'),
        }}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
