-- provider
alter table companies add foreign key ("planId")
  references plans (id);
alter table announcements add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table announcement_reads add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table support_grants add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table support_grants add foreign key ("tokenId")
  references tokens (id) on delete cascade;
alter table support_grants add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table invoices add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table charges add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table charges add foreign key ("companyId", "invoiceId")
  references invoices ("companyId", id) on delete cascade;
alter table payers add foreign key ("companyId")
  references companies (id) on delete cascade;

-- platform
alter table company_keys add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table settings add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table media add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table media_used add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table audit_log add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table audit_chains add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table push_subscriptions add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table push_subscriptions add foreign key ("tokenId")
  references tokens (id) on delete cascade;
alter table push_subscriptions add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;

-- platform-jobs
alter table jobs add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table ready_groups add foreign key ("companyId")
  references companies (id) on delete cascade;

-- automation
alter table queues add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table queue_options add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table queue_options add foreign key ("companyId", "queueId")
  references queues ("companyId", id) on delete cascade;
alter table queue_options add foreign key ("companyId", "parentId")
  references queue_options ("companyId", id) on delete cascade;
alter table queue_integrations add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table prompts add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table prompts add foreign key ("companyId", "queueId")
  references queues ("companyId", id);
alter table prompt_calls add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table prompt_months add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table bot_decisions add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table bot_decisions add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table bot_decisions add foreign key ("companyId", "messageId")
  references messages ("companyId", id) on delete cascade;
alter table chat_timers add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;

-- accounts
alter table users add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table user_queues add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table user_queues add foreign key ("companyId", "queueId")
  references queues ("companyId", id) on delete cascade;
alter table tokens add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table tokens add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table second_factors add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table second_factors add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table recovery_codes add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table recovery_codes add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table passkeys add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table passkeys add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table password_resets add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table password_resets add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table invitations add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table invitations add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;

-- numbers
alter table connections add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table connection_queues add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table connection_queues add foreign key ("companyId", "queueId")
  references queues ("companyId", id) on delete cascade;
alter table connection_health add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table connection_outages add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table connection_outages add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table number_alerts add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table number_alerts add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table alert_mails_off add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table alert_mails_off add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table cold_lanes add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table cold_lanes add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table cold_sends add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table cold_sends add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;

-- numbers-sessions
alter table wa_creds add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table wa_keys add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table wa_inbox add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;

-- contacts
alter table contacts add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_extra add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_extra add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;
alter table contact_aliases add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_aliases add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;
alter table contact_merges add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_merges add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;
alter table address_book add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table address_book add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table tags add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table opt_outs add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table erased_opt_outs add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table number_aliases add foreign key ("companyId")
  references companies (id) on delete cascade;

-- contacts-lists
alter table contact_lists add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_list_items add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_list_items add foreign key ("companyId", "contactListId")
  references contact_lists ("companyId", id) on delete cascade;
alter table number_checks add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table number_checks add foreign key ("companyId", "contactListId")
  references contact_lists ("companyId", id) on delete cascade;
alter table number_checks add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table whatsapp_addresses add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_imports add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_imports add foreign key ("companyId", "contactListId")
  references contact_lists ("companyId", id) on delete cascade;
alter table contact_imports add foreign key ("companyId", "mediaId")
  references media ("companyId", id);
alter table contact_import_errors add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table contact_import_errors add foreign key ("companyId", "importId")
  references contact_imports ("companyId", id) on delete cascade;

-- contacts-privacy
alter table erasures add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table data_exports add foreign key ("companyId")
  references companies (id) on delete cascade;

-- inbox-tickets
alter table tickets add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table tickets add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;
alter table tickets add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id);
alter table tickets add foreign key ("companyId", "userId")
  references users ("companyId", id);
alter table tickets add foreign key ("companyId", "queueId")
  references queues ("companyId", id);
alter table ticket_events add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table ticket_events add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table ticket_tags add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table ticket_tags add foreign key ("companyId", "tagId")
  references tags ("companyId", id) on delete cascade;

-- inbox-attendances
alter table attendances add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table attendances add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table dashboard_days add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table rating_requests add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table rating_requests add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table rating_requests add foreign key ("companyId", "attendanceId")
  references attendances ("companyId", id) on delete cascade;
alter table rating_requests add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;

-- inbox-messages
alter table messages add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table messages add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table messages add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;
alter table messages add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id);
alter table messages add foreign key ("companyId", "mediaId")
  references media ("companyId", id);
alter table message_edits add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table message_edits add foreign key ("companyId", "messageId")
  references messages ("companyId", id) on delete cascade;
alter table reactions add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table reactions add foreign key ("companyId", "messageId")
  references messages ("companyId", id) on delete cascade;
alter table link_previews add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table idempotency add foreign key ("companyId")
  references companies (id) on delete cascade;

-- inbox-prepared
alter table quick_messages add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table quick_messages add foreign key ("companyId", "userId")
  references users ("companyId", id);
alter table quick_messages add foreign key ("companyId", "mediaId")
  references media ("companyId", id);
alter table schedules add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table schedules add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;
alter table schedules add foreign key ("companyId", "userId")
  references users ("companyId", id);
alter table schedules add foreign key ("companyId", "mediaId")
  references media ("companyId", id);
alter table file_lists add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table file_options add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table file_options add foreign key ("companyId", "fileListId")
  references file_lists ("companyId", id) on delete cascade;
alter table file_options add foreign key ("companyId", "mediaId")
  references media ("companyId", id);

-- inbox-team
alter table ticket_pins add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table ticket_pins add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table ticket_pins add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table ticket_views add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table ticket_views add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table drafts add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table drafts add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table drafts add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table ticket_notes add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table ticket_notes add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table note_mentions add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table note_mentions add foreign key ("companyId", "noteId")
  references ticket_notes ("companyId", id) on delete cascade;
alter table note_mentions add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table chats add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table chats add foreign key ("companyId", "ownerId")
  references users ("companyId", id);
alter table chat_users add foreign key ("companyId", "chatId")
  references chats ("companyId", id) on delete cascade;
alter table chat_users add foreign key ("companyId", "userId")
  references users ("companyId", id) on delete cascade;
alter table chat_messages add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table chat_messages add foreign key ("companyId", "chatId")
  references chats ("companyId", id) on delete cascade;
alter table chat_messages add foreign key ("companyId", "senderId")
  references users ("companyId", id);

-- automation-flows
alter table flows add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_versions add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_versions add foreign key ("companyId", "flowId")
  references flows ("companyId", id) on delete cascade;
alter table flow_media add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_media add foreign key ("companyId", "flowId")
  references flows ("companyId", id) on delete cascade;
alter table flow_secrets add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_secrets add foreign key ("companyId", "flowId")
  references flows ("companyId", id) on delete cascade;
alter table flow_phrases add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_phrases add foreign key ("companyId", "flowId")
  references flows ("companyId", id);
alter table flow_phrases add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id);
alter table flow_welcomes add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_welcomes add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;
alter table flow_welcomes add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table flow_cases add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_cases add foreign key ("companyId", "flowId")
  references flows ("companyId", id) on delete cascade;
alter table flow_cases add foreign key ("companyId", "contactId")
  references contacts ("companyId", id) on delete cascade;

-- automation-flow-runs
alter table flow_runs add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_runs add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table flow_runs add foreign key ("companyId", "flowId")
  references flows ("companyId", id) on delete cascade;
alter table flow_runs add foreign key ("companyId", "versionId")
  references flow_versions ("companyId", id) on delete cascade;
alter table flow_run_log add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_run_log add foreign key ("companyId", "runId")
  references flow_runs ("companyId", id) on delete cascade;
alter table flow_run_answers add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_run_answers add foreign key ("companyId", "runId")
  references flow_runs ("companyId", id) on delete cascade;
alter table flow_replays add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_replays add foreign key ("companyId", "flowId")
  references flows ("companyId", id) on delete cascade;
alter table flow_replay_runs add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table flow_replay_runs add foreign key ("companyId", "replayId")
  references flow_replays ("companyId", id) on delete cascade;
alter table flow_replay_runs add foreign key ("companyId", "runId")
  references flow_runs ("companyId", id) on delete cascade;

-- api
alter table webhooks add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table deliveries add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table deliveries_waiting add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table delivery_receivers add foreign key ("companyId")
  references companies (id) on delete cascade;

-- campaigns
alter table campaigns add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table campaigns add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id);
alter table campaigns add foreign key ("companyId", "contactListId")
  references contact_lists ("companyId", id);
alter table campaigns add foreign key ("companyId", "tagId")
  references tags ("companyId", id);
alter table campaigns add foreign key ("companyId", "fileListId")
  references file_lists ("companyId", id);
alter table campaigns add foreign key ("companyId", "mediaId")
  references media ("companyId", id);
alter table campaign_steps add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table campaign_steps add foreign key ("companyId", "campaignId")
  references campaigns ("companyId", id) on delete cascade;
alter table campaign_steps add foreign key ("companyId", "endTagId")
  references tags ("companyId", id);
alter table campaign_recipients add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table campaign_recipients add foreign key ("companyId", "campaignId")
  references campaigns ("companyId", id) on delete cascade;
alter table campaign_parts add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table campaign_parts add foreign key ("companyId", "recipientId")
  references campaign_recipients ("companyId", id) on delete cascade;
alter table campaign_settings add foreign key ("companyId")
  references companies (id) on delete cascade;

-- numbers-points
alter table number_points add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table number_points add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;
alter table begun_chats add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table begun_chats add foreign key ("companyId", "ticketId")
  references tickets ("companyId", id) on delete cascade;
alter table begun_chats add foreign key ("companyId", "whatsappId")
  references connections ("companyId", id) on delete cascade;

-- campaigns-counts
alter table campaign_counts add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table campaign_counts add foreign key ("companyId", "campaignId")
  references campaigns ("companyId", id) on delete cascade;
alter table campaign_hours add foreign key ("companyId")
  references companies (id) on delete cascade;
alter table campaign_hours add foreign key ("companyId", "campaignId")
  references campaigns ("companyId", id) on delete cascade;
