package noi;

import java.util.HashMap;
import java.util.stream.Collectors;

/** Writes {@code metadata[key]=value}: what the generator writes for a map in a query does not compile. */
public class MetadataFilter extends HashMap<String, String> {
  public String toUrlQueryString(String name) {
    return entrySet().stream()
        .map(one -> ApiClient.urlEncode(name + "[" + one.getKey() + "]") + "=" + ApiClient.urlEncode(one.getValue()))
        .collect(Collectors.joining("&"));
  }
}
