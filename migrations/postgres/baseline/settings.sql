-- Tables whose few rows change often: room for new versions in the same page, and a vacuum that keeps up.
alter table jobs set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
alter table ready_groups set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0);
alter table number_points set (fillfactor = 50);
alter table media_used set (fillfactor = 50);
alter table deliveries_waiting set (fillfactor = 50);

-- The row with the progress of the search index, as in SQLite.
insert into search_progress (id, indexed) values (1, 0);
