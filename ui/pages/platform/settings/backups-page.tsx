import { BackupsTab } from './backups/backups-tab'
import { OptionsTab } from './options-tab'

/** State of the backups, and the settings for their time, retention and quotas. */
export const BackupsPage = () => <BackupsTab rules={<OptionsTab part="backups" />} />
