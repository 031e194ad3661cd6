import { str } from 'envalid';

/**
 * Settings of the connection to Temporal, by the names of Temporal's own environment configuration
 * (docs.temporal.io/develop/environment-configuration).
 */
export const temporalSettings = {
  TEMPORAL_ADDRESS: str({ default: undefined, desc: 'host:port of the Temporal frontend; by default 127.0.0.1:7233' }),
  TEMPORAL_NAMESPACE: str({ default: undefined, desc: 'Namespace; by default `default`' }),
  TEMPORAL_API_KEY: str({ default: undefined, desc: 'API key of a hosted Temporal; switches TLS on' }),
  TEMPORAL_TLS: str({ choices: ['true', 'false'], default: undefined, desc: 'TLS to Temporal' }),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: str({ default: undefined, desc: 'CA of the server, if it is not a public one' }),
  TEMPORAL_TLS_SERVER_NAME: str({ default: undefined, desc: 'Name in the certificate of the server' }),
  TEMPORAL_TLS_CLIENT_CERT_PATH: str({ default: undefined, desc: 'Certificate of this client (mTLS)' }),
  TEMPORAL_TLS_CLIENT_KEY_PATH: str({ default: undefined, desc: 'Private key of this client (mTLS)' }),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: str({ default: undefined, desc: 'In place of the path: the PEM text' }),
  TEMPORAL_TLS_CLIENT_CERT_DATA: str({ default: undefined, desc: 'In place of the path: the PEM text' }),
  TEMPORAL_TLS_CLIENT_KEY_DATA: str({ default: undefined, desc: 'In place of the path: the PEM text' }),
  TEMPORAL_CONFIG_FILE: str({ default: undefined, desc: 'TOML file of profiles; variables win over it' }),
  TEMPORAL_PROFILE: str({ default: undefined, desc: 'Profile of that file; by default `default`' }),
};
