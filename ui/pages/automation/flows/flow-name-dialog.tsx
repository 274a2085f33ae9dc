import { useLocation } from 'wouter'
import type { Flow } from '../../../../src/features/automation/flows/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { createForm, length, required, useForm } from '../../../lib/form'
import { toFlow } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { saveFlowName } from './store'

const makeForm = (flow: Flow | null) =>
  createForm(
    { name: flow?.name ?? '' },
    { name: [required, length(limits.flowName)] },
    { ERR_FLOW_NAME_EXISTS: 'name' },
  )

/** Form of a flow's name, for a new flow or to rename one. Opens a new flow in the editor. */
export function FlowNameDialog({ flow, onClose }: { flow: Flow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const form = useForm(() => makeForm(flow))
  const send = async ({ name }: { name: string }) => {
    const { id } = await saveFlowName(flow, name.trim())
    onClose()
    if (!flow) navigate(toFlow(id))
  }
  return (
    <FormDialog
      form={form}
      send={send}
      size="sm"
      title={flow ? t('flowList.rename') : t('flowList.add')}
      onClose={onClose}
    >
      <TextField
        field={form.field('name')}
        label={t('flowNames.name')}
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
