-- Makes a dedicated role own the current database and changes nothing else in the cluster. A superuser runs it at every
-- start: it is idempotent, even after a restore or if the superuser owned everything before. Requires these settings,
-- made with set_config:
--   noi.owner_role, noi.owner_password   role that owns the database and migrates it
--   noi.app_role, noi.app_password       role that works in it (optional); prisma/roles.ts grants its privileges
DO $$
DECLARE
  owner_role text := current_setting('noi.owner_role');
  app_role text := nullif(current_setting('noi.app_role', true), '');
  object record;
BEGIN
  FOR object IN
    SELECT owner_role AS name, current_setting('noi.owner_password') AS password
    UNION ALL SELECT app_role, current_setting('noi.app_password', true) WHERE app_role IS NOT NULL
  LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = object.name) THEN
      EXECUTE format('CREATE ROLE %I', object.name);
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L',
                   object.name, object.password);
  END LOOP;
  EXECUTE format('ALTER DATABASE %I OWNER TO %I', current_database(), owner_role);
  -- A temporary table could shadow one that a trigger reads.
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('ALTER SCHEMA public OWNER TO %I', owner_role);
  -- Sequences of columns follow their tables; objects of extensions stay as they are.
  FOR object IN
    SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END
             AS kind, c.oid::regclass::text AS name
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S', 'v', 'm')
      AND pg_get_userbyid(c.relowner) <> owner_role
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i', 'e'))
    UNION ALL
    SELECT 'ROUTINE', p.oid::regprocedure::text FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND pg_get_userbyid(p.proowner) <> owner_role
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('ALTER %s %s OWNER TO %I', object.kind, object.name, owner_role);
  END LOOP;
END $$;
