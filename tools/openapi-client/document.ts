import { describeOpenApi } from '../../api/description/openapi';
import { allEndpoints } from '../../api/endpoints/table';

const publicUrl = 'http://127.0.0.1:8080';
process.stdout.write(JSON.stringify(describeOpenApi(allEndpoints(publicUrl), publicUrl)));
