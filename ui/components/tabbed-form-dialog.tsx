import { type ReactNode, useId } from 'react'
import type { Form } from '../lib/form'
import { FormDialog } from './form-dialog'
import { type Tab, Tabs, tabPanelProps } from './tabs'

interface TabbedFormDialogProps<V extends object, T extends string> {
  form: Form<V>
  send: (values: V) => Promise<unknown>
  title: string
  isPanel?: boolean
  onClose: () => void
  /** Accessible name of the tab list. */
  label: string
  tabs: Tab<T>[]
  tab: T
  onTab: (tab: T) => void
  /** Content of the selected tab. */
  children: ReactNode
}

/** Dialog with one form whose fields are spread over tabs. */
export function TabbedFormDialog<V extends object, T extends string>({
  label,
  tabs,
  tab,
  onTab,
  children,
  ...dialog
}: TabbedFormDialogProps<V, T>) {
  const tabsId = useId()
  return (
    <FormDialog
      {...dialog}
      className=""
      above={
        <div className="-mx-4 -mt-4 mb-4">
          <Tabs id={tabsId} label={label} value={tab} onChange={onTab} tabs={tabs} />
        </div>
      }
    >
      <div {...tabPanelProps(tabsId, tab)} className="flex flex-col gap-4">
        {children}
      </div>
    </FormDialog>
  )
}
