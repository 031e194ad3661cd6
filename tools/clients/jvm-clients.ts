import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ClientRow } from './client-row';
import { openapiGenerator, run } from './tools';

/** Client of openapi-generator in Java, compiled with what its pom.xml asks for and classes next to our program. */
export function java(library: string, options: readonly string[] = [], note?: string): ClientRow {
  return {
    name: `openapi-generator-java-${library}`,
    needs: ['java', 'javac', 'mvn'],
    ...(note && { note }),
    async prepare(folder, description) {
      const names = ['--api-package', 'noi.api', '--model-package', 'noi.model', '--invoker-package', 'noi'];
      const args = ['-i', description, '-g', 'java', '--library', library, '-o', 'generated', ...names, ...options];
      await openapiGenerator(folder, args);
      const classPath = await classPathOf(join(folder, 'generated', 'pom.xml'), join(folder, 'class-path'));
      const own = readdirSync(folder).filter((file) => file.endsWith('.java'));
      const sources = ['-sourcepath', join('generated', 'src', 'main', 'java'), ...own];
      await run('javac', ['-nowarn', '-d', 'classes', '-cp', classPath, ...sources], { cwd: folder });
      return ['java', '-cp', `classes${delimiter}${classPath}`, 'Flow'];
    },
  };
}

/** Client of openapi-generator in Kotlin, compiled with what its build.gradle asks for, by the compiler that it names. */
export const kotlin: ClientRow = {
  name: 'openapi-generator-kotlin',
  needs: ['java', 'mvn'],
  note: 'no filter by metadata: it writes a map as one text, which is 400; findings, whose `anyOf` it makes one class of, and its PDF by its HTTP client',
  async prepare(folder, description) {
    await openapiGenerator(folder, ['-i', description, '-g', 'kotlin', '--package-name', 'noi', '-o', 'generated']);
    const gradle = readFileSync(join(folder, 'generated', 'build.gradle'), 'utf8');
    const version = /kotlin_version = '(.+)'/.exec(gradle)?.[1] ?? '';
    const dependencies = Array.from(gradle.matchAll(/^ +implementation "(.+)"$/gm), ([, one]) =>
      // Gradle itself takes the variant for the JVM, whose name Maven needs.
      one!.replace('$kotlin_version', version).replace(':okhttp:', ':okhttp-jvm:'),
    );
    const compiler = await resolve(folder, 'compiler', [`org.jetbrains.kotlin:kotlin-compiler-embeddable:${version}`]);
    const classPath = await resolve(folder, 'client', dependencies);
    const options = ['-no-stdlib', '-no-reflect', '-nowarn', '-cp', classPath, '-d', 'classes'];
    const sources = [join('generated', 'src', 'main', 'kotlin'), 'Flow.kt'];
    const main = ['-cp', compiler, 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'];
    await run('java', [...main, ...options, ...sources], { cwd: folder });
    return ['java', '-cp', `classes${delimiter}${classPath}`, 'FlowKt'];
  },
};

/** Class path of artifacts (`group:name:version`) and all that they need. */
function resolve(folder: string, name: string, artifacts: readonly string[]): Promise<string> {
  const dependencies = artifacts.map((artifact) => {
    const [group, id, version] = artifact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${id}</artifactId><version>${version}</version></dependency>`;
  });
  const own = `<groupId>noi</groupId><artifactId>${name}</artifactId><version>1</version>`;
  const pom = join(folder, `${name}.xml`);
  const model = `<modelVersion>4.0.0</modelVersion>${own}<dependencies>${dependencies.join('')}</dependencies>`;
  writeFileSync(pom, `<project>${model}</project>`);
  return classPathOf(pom, join(folder, `${name}.class-path`));
}

async function classPathOf(pom: string, file: string): Promise<string> {
  await run('mvn', ['-q', '-B', '-f', pom, 'dependency:build-classpath', `-Dmdep.outputFile=${file}`]);
  return readFileSync(file, 'utf8').trim();
}
